/** Masks secrets: marked ones, known ones wherever they recur, and values that look like one. */
import { encodeText } from "../../core/bytes.ts";
import { memberNamed, stringMembers } from "../../core/json/stringLiterals.ts";
import { finish, type Steps } from "../../core/steps.ts";
import type { SecretSpan } from "../../log/entry.ts";
import {
  joinRanges,
  type MaskRange,
  maskByteRanges,
  maskCharacters,
  maskTextRanges,
} from "../../log/mask.ts";
import {
  type DetectedSecret,
  detectSecretsInSteps,
  type SecretCode,
} from "../../log/secrets/detectSecrets.ts";
import type { LeftOutCode } from "../recording.ts";
import { createKnownSecrets, oneCharacterPerByte, unescaped } from "./knownSecrets.ts";

/** A value that looked like a secret. */
export interface SecretFinding {
  readonly code: SecretCode;
  /** The name before it, or a generic one. */
  readonly name: string;
  readonly value: string;
}

export type MaskPlace =
  | "server"
  | "arguments"
  | "url"
  | "header"
  | "message"
  | "output"
  | "event"
  | "conversation";

/** Equal values of the list of what was masked, which has no values. */
export interface MaskedItem {
  /** Why they were masked. */
  readonly code: SecretCode | LeftOutCode;
  /** The name before the value, or of the header; undefined if there is none. */
  readonly name: string | undefined;
  readonly place: MaskPlace;
  readonly count: number;
}

/** A range to mask, with the reason. */
export interface RedactedRange extends MaskRange {
  readonly code: LeftOutCode;
  readonly found?: Pick<SecretFinding, "code" | "name">;
}

export interface TextPlace {
  readonly place: MaskPlace;
  readonly name?: string;
}

export type Redactor = ReturnType<typeof createRedactor>;

const codes: Readonly<Record<SecretSpan["kind"], LeftOutCode>> = {
  header: "headers",
  "session-id": "session-ids",
  token: "tokens",
  environment: "environment",
  marked: "marked",
};

/** The token with which a modern server continues a request. */
const requestState = memberNamed("requestState");

/** Reasons, names and places that are counted; a server could cause any number. */
const maxItems = 2000;

interface RedactorOptions {
  /** Whether values that only look like secrets stay as they are. */
  readonly keepsDetected?: boolean;
}

export function createRedactor({ keepsDetected = false }: RedactorOptions = {}) {
  const known = createKnownSecrets();
  const chosen = createKnownSecrets();
  const counts = new Map<LeftOutCode, number>();
  const found = new Map<string, SecretFinding>();
  const items = new Map<string, { item: MaskedItem; count: number }>();
  const count = (code: LeftOutCode) => void counts.set(code, (counts.get(code) ?? 0) + 1);

  const note = ({ code, found: finding }: RedactedRange, { place, name }: TextPlace) => {
    count(code);
    const item = { code: finding?.code ?? code, name: finding?.name ?? name, place };
    const key = `${item.code} ${item.place} ${item.name}`;
    const same = items.get(key);
    if (same) same.count++;
    else if (items.size < maxItems) items.set(key, { item: { ...item, count: 1 }, count: 1 });
  };

  function* detected(text: string): Steps<readonly DetectedSecret[]> {
    const secrets = yield* detectSecretsInSteps(text);
    return secrets.filter(({ start, end }) => !isMask(text.slice(start, end)));
  }

  function* inspectInSteps(text: string): Steps<void> {
    for (const { code, name, value: written } of yield* detected(text)) {
      const value = unescaped(written).at(-1) ?? written;
      found.set(value, { code, name, value });
      if (!keepsDetected && !isWord(value)) known.addSecret(written);
    }
    for (const { start, end } of stringMembers(text, requestState)) {
      known.addSecret(text.slice(start, end));
    }
  }

  /** The ranges to mask, in the units of the text. */
  function* rangesIn(
    text: string,
    marked: readonly MaskRange[],
    isBytes: boolean,
  ): Steps<readonly RedactedRange[]> {
    const ranges: RedactedRange[] = marked.map((range) => ({ ...range, code: codes[range.kind] }));
    const add = (
      start: number,
      end: number,
      code: LeftOutCode,
      finding?: RedactedRange["found"],
    ) => {
      const kind = code === "marked" ? "marked" : "token";
      ranges.push({ start, end, kind, code, ...(finding ? { found: finding } : {}) });
    };
    const find = (secrets: typeof known) =>
      isBytes ? secrets.findInBytes(text) : secrets.findInSteps(text);
    for (const { start, end } of yield* find(chosen)) add(start, end, "marked");
    for (const { start, end } of stringMembers(text, requestState)) {
      if (!isMask(text.slice(start, end))) add(start, end, "request-states");
    }
    yield;
    if (!keepsDetected) {
      for (const { start, end, code, name } of yield* detected(text)) {
        add(start, end, "secret-like", { code, name });
      }
    }
    for (const { start, end } of yield* find(known)) {
      add(start, end, "tokens", found.get(text.slice(start, end)));
    }
    yield;
    const quoted = ranges.map((range) => quoteNumber(text, range));
    return joinRanges(quoted, text.length);
  }

  const maskRanges = (text: string, place: TextPlace, marked: readonly MaskRange[] = []) => {
    const ranges = finish(rangesIn(text, marked, false));
    for (const range of ranges) note(range, place);
    return maskTextRanges(text, ranges);
  };

  return {
    /** Adds a secret, to be masked wherever it recurs. */
    addSecret: known.addSecret,
    /** Adds a text that the user chose, to be masked wherever it recurs, of any length. */
    addChosen: chosen.addChosen,
    /** Looks for secrets in a text and adds them. */
    inspectInSteps,
    /** Masks a text, and marked ranges of it in any case. */
    text: maskRanges,
    /** Masks the strings and names in a value of JSON. */
    json<T>(value: T, place: TextPlace): T {
      const text = JSON.stringify(value);
      if (text === undefined) return value;
      const masked = maskRanges(text, place).text;
      try {
        return masked === text ? value : JSON.parse(masked);
      } catch {
        // a secret with quotes of its own
        return mapTexts(value, (each) => maskRanges(each, place).text) as T;
      }
    },
    /** The ranges of bytes to mask. */
    *rangesInSteps(
      bytes: Uint8Array,
      marked: readonly MaskRange[] = [],
    ): Steps<readonly RedactedRange[]> {
      return yield* rangesIn(oneCharacterPerByte(bytes), marked, true);
    },
    /** Masks ranges of bytes, and counts them. */
    bytes(bytes: Uint8Array, ranges: readonly RedactedRange[], place: TextPlace) {
      for (const range of ranges) note(range, place);
      return maskByteRanges(bytes, ranges);
    },
    /** Counts a secret that was replaced by a placeholder. */
    addFinding(finding: SecretFinding, place: TextPlace) {
      found.set(finding.value, finding);
      note({ start: 0, end: 0, kind: "token", code: "secret-like", found: finding }, place);
    },
    /** Counts a part that is left out. */
    count,
    leftOut: (): ReadonlyMap<LeftOutCode, number> => counts,
    findings: (): readonly SecretFinding[] => [...found.values()],
    /** What was masked, by reason, name and place. */
    masked: (): readonly MaskedItem[] =>
      [...items.values()].map(({ item, count: times }) => ({ ...item, count: times })),
  };
}

/** Characters before a number in which the quotes of its object are looked for. */
const maxLookBack = 200;

/**
 * Extends a range inside a number of JSON to the whole number, with the quotes that make its mask a
 * string: the text has to stay valid.
 */
function quoteNumber<R extends MaskRange>(text: string, range: R): R {
  if (!/^[\d.eE+-]{1,40}$/.test(text.slice(range.start, Math.min(range.end, range.start + 41)))) {
    return range;
  }
  const before = text.slice(Math.max(0, range.start - maxLookBack), range.start);
  const after = text.slice(range.end, range.end + maxLookBack);
  const start = /(?<=[:[,]\s*)[\d.eE+-]*$/.exec(before);
  const end = /^[\d.eE+-]*(?=\s*[,}\]])/.exec(after);
  const quote = /(\\*["'])[^"']*$/.exec(before)?.[1];
  if (!start || !end || quote === undefined) return range;
  return {
    ...range,
    start: range.start - start[0].length,
    end: range.end + end[0].length,
    quote,
  };
}

/** Maps the strings and names in a value of JSON. */
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [map(name), mapTexts(member, map)]),
  );
}

/** Whether a value is a word, which may occur in other texts that have nothing to do with it. */
function isWord(value: string): boolean {
  return /^[A-Za-z]{1,9}$/.test(value);
}

const inBytes = (text: string) => oneCharacterPerByte(encodeText(text));
const maskPattern = new RegExp(`^(?:${maskCharacters}|${inBytes(maskCharacters)})+$`);

/** Whether a value is a mask already, as text or as one character per byte. */
function isMask(value: string): boolean {
  return maskPattern.test(value);
}
