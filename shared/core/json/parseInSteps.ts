/** Parses large JSON text in steps, so that a page can draw and take input between them. */
import type { Steps } from "../steps.ts";
import { parseString } from "./parseString.ts";
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  endOfString,
  openBrace,
  openBracket,
  quote,
  skipSpace,
} from "./tokenRanges.ts";

/** UTF-16 code units that are parsed in one step, which takes a few milliseconds. */
const defaultStep = 256 * 1024;

/**
 * Containers that are parsed in parts, each inside the one before; a container inside them is parsed
 * at once, so that searching for its end takes linear time however deep it is nested.
 */
const maxDepth = 8;

/**
 * Parses a text as `JSON.parse` does, with the same value as the result.
 *
 * The name of a member, and a container below the depth that is parsed in parts, takes one step.
 * @param stepLength UTF-16 code units that are parsed in one step
 * @throws {SyntaxError} with the message of `JSON.parse`; the text is then parsed again, in one step
 */
export function* parseInSteps(text: string, stepLength = defaultStep): Steps<unknown> {
  let result: { readonly value: unknown } | undefined;
  try {
    result = yield* parseParts(text, stepLength);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return result ? result.value : JSON.parse(text);
}

interface OpenContainer {
  readonly children: unknown[] | Record<string, unknown>;
  /** Ends it: a code unit, or NaN for the end of the text. */
  readonly close: number;
  isEmpty: boolean;
}

/** @returns undefined if the text is not JSON, unless that throws a SyntaxError */
function* parseParts(
  text: string,
  stepLength: number,
): Steps<{ readonly value: unknown } | undefined> {
  const root: unknown[] = [];
  const open: OpenContainer[] = [{ children: root, close: Number.NaN, isEmpty: true }];
  let start = 0;
  for (let container = open[0]; container; container = open.at(-1)) {
    const canEnter = open.length <= maxDepth;
    const isObject = container.close === closeBrace;
    const found = yield* findGroup(text, start, { stepLength, canEnter, isObject });
    if (found.kind === "entered") {
      const close = text.charCodeAt(found.at) === openBrace ? closeBrace : closeBracket;
      const children = close === closeBrace ? {} : [];
      // all that is missing from the text before the child is a value
      add(container, `${text.slice(start, found.at)}null`, () => children);
      open.push({ children, close, isEmpty: true });
      start = found.at + 1;
      continue;
    }
    let { at } = found;
    let isAdded = true;
    if (found.kind === "string") {
      const string = yield* parseString(text, at, stepLength);
      if (!string) return undefined;
      add(container, `${text.slice(start, at)}null`, () => string.value);
      at = skipSpace(text, string.end);
    } else isAdded = add(container, text.slice(start, at));
    const isLast = text.charCodeAt(at) !== comma;
    // a comma has a child before it, and one after it
    if (!isAdded && !(isLast && container.isEmpty)) return undefined;
    while (text.charCodeAt(at) !== comma) {
      const closed = open.pop();
      if (!closed || !Object.is(text.charCodeAt(at), closed.close)) return undefined;
      if (open.length === 0) return root.length === 1 ? { value: root[0] } : undefined;
      at = skipSpace(text, at + 1);
    }
    start = at + 1;
    const parent = open.at(-1);
    if (parent) parent.isEmpty = false;
    yield;
  }
  return undefined;
}

/**
 * Parses a group of children and adds them to their container.
 * @param replace makes the value that takes the place of each child
 * @returns whether there were any
 */
function add(
  { children }: OpenContainer,
  group: string,
  replace: (value: unknown) => unknown = (value) => value,
): boolean {
  if (Array.isArray(children)) {
    const items = JSON.parse(`[${group}]`) as unknown[];
    for (const item of items) children.push(replace(item));
    return items.length > 0;
  }
  const members = Object.entries(JSON.parse(`{${group}}`) as object);
  for (const [name, value] of members) {
    // an assignment to this name would set the prototype
    if (name === "__proto__") {
      const member = {
        value: replace(value),
        writable: true,
        enumerable: true,
        configurable: true,
      };
      Object.defineProperty(children, name, member);
    } else children[name] = replace(value);
  }
  return members.length > 0;
}

/**
 * `ended`: a group of whole children ends at a comma, or with its container; `entered` and `string`:
 * the next child is a large container, or a large string, which begins there.
 */
interface Found {
  readonly kind: "ended" | "entered" | "string";
  readonly at: number;
}

interface GroupOptions {
  readonly stepLength: number;
  /** Whether a large child may be parsed in parts. */
  readonly canEnter: boolean;
  /** Whether the children are members of an object. */
  readonly isObject: boolean;
}

/**
 * Finds the children that are parsed next, at least one of them.
 * @param start offset of the first child
 */
function* findGroup(
  text: string,
  start: number,
  { stepLength, canEnter, isObject }: GroupOptions,
): Steps<Found> {
  let depth = 0;
  let firstOpen: number | undefined;
  let lastComma: number | undefined;
  let isName = isObject;
  let limit = start + stepLength;
  /** Where the group can end, or its large child begins, before the limit. */
  const known = (): Found | undefined => {
    if (lastComma !== undefined) return { kind: "ended", at: lastComma };
    return canEnter && firstOpen !== undefined ? { kind: "entered", at: firstOpen } : undefined;
  };
  for (let at = start; at < text.length; at++) {
    if (at >= limit) {
      const found = known();
      if (found) return found;
      limit = at + stepLength;
      yield;
    }
    const code = text.charCodeAt(at);
    if (code === quote) {
      let end = endOfString(text, at, at + 1, limit);
      while (end < 0 && limit < text.length) {
        const isValue = depth === 0 && !isName && lastComma === undefined;
        const found: Found | undefined = isValue ? { kind: "string", at } : known();
        if (found) return found;
        const from = limit;
        limit += stepLength;
        yield;
        end = endOfString(text, at, from, limit);
      }
      if (end < 0) break;
      at = end - 1;
    } else if (code === openBrace || code === openBracket) {
      if (depth === 0) firstOpen ??= at;
      depth++;
    } else if (code === closeBrace || code === closeBracket) {
      if (depth === 0) return { kind: "ended", at };
      depth--;
    } else if (depth === 0 && code === comma) {
      lastComma = at;
      isName = isObject;
    } else if (depth === 0 && code === colon) {
      isName = false;
    }
  }
  return { kind: "ended", at: text.length };
}
