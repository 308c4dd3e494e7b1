/** Keeps the answers of tools short, and makes what is hidden in the texts of servers visible. */
import { isJsonObject, type JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { shortened } from "../../../shared/core/text/shortened.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";

/** Tokens of an answer where none are asked for. */
export const usualTokens = 5000;
export const maximumTokens = 100_000;

/** Bytes of JSON for each token, a cautious estimate: English text has more. */
const bytesPerToken = 3;

/** Levels of an answer. */
const maxDepth = 40;

/** Parts that an answer names as cut. */
const maxCuts = 10;

interface Limits {
  /** Characters of a text. */
  readonly text: number;
  /** Items of a list, and members of an object. */
  readonly items: number;
}

/**
 * The answer with hidden characters escaped, secrets masked, and long texts and lists cut until it
 * fits. What was cut ends with `…` or is named in the member `cut`. The members of an
 * object are listed once, however often the answer is cut.
 */
export function fitAnswer(
  value: JsonObject,
  maxTokens: number,
  mask: (text: string) => string,
): JsonObject {
  // room for the member `cut`
  const maxBytes = maxTokens * bytesPerToken - 200;
  const members = createMembers();
  const maskOnce = createMaskOnce(mask);
  let limits: Limits = { text: maxBytes, items: Math.max(4, Math.ceil(maxBytes / 8)) };
  for (;;) {
    const fitted = build(value, limits, maxBytes, { mask: maskOnce, members });
    if (fitted) return fitted;
    const isShort = limits.text <= 200;
    if (isShort && limits.items <= 1)
      return { cut: ["The answer is too long: ask for a part of it."] };
    // long texts first, then lists, then the rest
    limits =
      limits.text > 1000 || (limits.items <= 3 && !isShort)
        ? { ...limits, text: Math.ceil(limits.text / 2) }
        : { ...limits, items: Math.max(1, Math.floor(limits.items / 2)) };
  }
}

class TooLong extends Error {}

/** Lists the members of objects, which may be many, once. */
function createMembers(): (of: object) => readonly (readonly [string, unknown])[] {
  const known = new WeakMap<object, readonly (readonly [string, unknown])[]>();
  return (of) => {
    const listed = known.get(of) ?? Object.entries(of).filter(([, member]) => member !== undefined);
    known.set(of, listed);
    return listed;
  };
}

/** Keeps what was masked, because an answer that is too long is built several times. */
function createMaskOnce(mask: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const masked = known.get(text) ?? mask(text);
    known.set(text, masked);
    return masked;
  };
}

function build(
  value: JsonObject,
  limits: Limits,
  maxBytes: number,
  { mask, members }: { mask: (text: string) => string; members: ReturnType<typeof createMembers> },
): JsonObject | undefined {
  const cuts: string[] = [];
  let bytes = 0;
  const spend = (added: number) => {
    bytes += added;
    if (bytes > maxBytes) throw new TooLong();
  };
  const note = (path: readonly string[], shown: number, all: number, unit: string) => {
    if (cuts.length > maxCuts) return;
    const place = path.join(".");
    const cut =
      cuts.length === maxCuts ? "and more" : `${place}: ${count(shown)} of ${count(all)} ${unit}`;
    if (cuts.includes(cut)) return;
    cuts.push(cut);
    spend(cut.length + 3);
  };
  /** The path ends where the names are those of the server. */
  const within = (path: readonly string[], name: string) =>
    path.at(-1) === "fromServer" ? path : [...path, name];
  const textOf = (whole: string, path: readonly string[]): string => {
    const shown = visible(whole, limits.text, mask);
    if (whole.length > limits.text) note(path, limits.text, whole.length, "characters");
    spend(Buffer.byteLength(JSON.stringify(shown)) + 1);
    return shown;
  };
  const shape = (part: unknown, path: readonly string[], depth: number): unknown => {
    if (typeof part === "string") return textOf(part, path);
    if (typeof part === "number" && path.at(-1) === "fromServer") {
      // a secret of digits may come as a number
      const digits = String(part);
      if (mask(digits) !== digits) return textOf(digits, path);
    }
    if (typeof part !== "object" || part === null) {
      spend(String(part).length + 1);
      return part;
    }
    if (depth > maxDepth) return textOf("… (nested too deeply)", path);
    spend(3);
    if (Array.isArray(part)) {
      if (part.length > limits.items) note(path, limits.items, part.length, "items");
      return part.slice(0, limits.items).map((item) => shape(item, path, depth + 1));
    }
    const all = members(part);
    const isOwn = path.length === 0;
    if (!isOwn && all.length > limits.items) note(path, limits.items, all.length, "members");
    const shown = isOwn ? all : all.slice(0, limits.items);
    return Object.fromEntries(
      shown.map(([name, member]) => [
        textOf(name, path),
        shape(member, within(path, name), depth + 1),
      ]),
    );
  };
  try {
    const fitted = shape(value, [], 0);
    if (!isJsonObject(fitted)) return undefined;
    return cuts.length === 0 ? fitted : { ...fitted, cut: cuts };
  } catch (error) {
    if (error instanceof TooLong) return undefined;
    throw error;
  }
}

/** Masked before it is cut, so that no part of a secret is left; line breaks and tabs stay. */
function visible(whole: string, limit: number, mask: (text: string) => string): string {
  const escaped = shortened(mask(whole), limit).replace(/[^\n\t]+/g, (line) =>
    escapeHidden(line, Number.POSITIVE_INFINITY),
  );
  const text = shortened(escaped, limit);
  return whole.length > limit && !text.endsWith("…") ? `${text}…` : text;
}

const count = (value: number) => value.toLocaleString("en");

/** A result of a server without the bytes of images, audio and files, which no agent reads as text. */
export function withoutBytes(result: unknown, depth = 0): unknown {
  if (typeof result !== "object" || result === null || depth > 4) return result;
  if (Array.isArray(result)) return result.map((item) => withoutBytes(item, depth + 1));
  return Object.fromEntries(
    Object.entries(result).map(([name, member]) => [
      name,
      (name === "data" || name === "blob") && typeof member === "string" && member.length > 100
        ? `${count(member.length)} characters of Base64…`
        : withoutBytes(member, depth + 1),
    ]),
  );
}
