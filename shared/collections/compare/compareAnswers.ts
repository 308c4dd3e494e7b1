/** Compares a recorded answer with a new one as JSON: volatile parts are folded, numbers compared exactly. */

import { decimalOf, sameDecimal } from "../../core/json/decimal.ts";
import { type JsonNode, parseJson } from "../../core/json/jsonText.ts";
import { toPointer } from "../../core/json/pointer.ts";
import { processMarkerName } from "../../core/processMarker.ts";
import { shortened } from "../../core/text/shortened.ts";
import { maskCharacters } from "../../log/mask.ts";
import { type Value, withLists } from "./answerValue.ts";
import {
  type ComparisonRules,
  createPointerMatcher,
  foldedMark,
  foldText,
  type PointerMatcher,
  type PointerState,
} from "./rules.ts";

/** One value that is not the same. */
interface Change {
  /**
   * JSON Pointer; values inside of texts that are JSON are addressed like members, the items of lists
   * of tools, prompts and resources by their name or URI.
   */
  readonly pointer: string;
  /** JSON text, with volatile parts folded; undefined if there is no such value. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface Comparison {
  readonly isSame: boolean;
  /** Both answers with sorted members, one value a line. */
  readonly before: string;
  readonly after: string;
  /** At most {@link maxChanges}. */
  readonly changes: readonly Change[];
  /** Whether the answers are compared without the rules, because these would take too long. */
  readonly isExhausted?: true;
}

/** Changes that are listed. */
const maxChanges = 1000;
/** UTF-16 units of an answer; larger ones are compared as texts. */
const maxAnswerLength = 2_000_000;
/** Levels that are compared as values; deeper ones as texts. */
const maxDepth = 100;

/**
 * Compares two answers. A recorded string with a mask equals every string. Rules are regular
 * expressions that may take any time: call it where it can be stopped.
 * @param recorded JSON text
 * @param fresh JSON text
 */
export function compareAnswers(
  recorded: string,
  fresh: string,
  rules: ComparisonRules,
): Comparison {
  if (recorded === fresh) return compareAsTexts(recorded, fresh);
  const trees =
    recorded.length + fresh.length > 2 * maxAnswerLength
      ? [undefined, undefined]
      : [treeOf(recorded), treeOf(fresh)];
  const [one, other] = trees;
  if (!one || !other) return compareAsTexts(recorded, fresh);
  const matcher = createPointerMatcher(rules);
  const read = (text: string, node: JsonNode) =>
    readValue({ text, matcher, rules }, node, matcher.start, 0);
  const [before, listed] = withLists(read(recorded, one), read(fresh, other));
  const after = withRecorded(before, listed);
  const changes: Change[] = [];
  collect(before, after, [], changes);
  const [beforeText, afterText] = [print(before, ""), print(after, "")];
  return { isSame: beforeText === afterText, before: beforeText, after: afterText, changes };
}

/** Compares two answers as texts. */
export function compareAsTexts(recorded: string, fresh: string): Comparison {
  const isSame = recorded === fresh;
  const change = { pointer: "", before: shortText(recorded), after: shortText(fresh) };
  return { isSame, before: recorded, after: fresh, changes: isSame ? [] : [change] };
}

function treeOf(text: string): JsonNode | undefined {
  const parsed = parseJson(text);
  return parsed.kind === "tree" ? parsed.root : undefined;
}

interface Context {
  readonly text: string;
  readonly matcher: PointerMatcher;
  readonly rules: ComparisonRules;
}

function readValue(context: Context, node: JsonNode, state: PointerState, depth: number): Value {
  const { text, matcher, rules } = context;
  if (depth > maxDepth) return { kind: "other", text: text.slice(node.start, node.end) };
  const child = (name: string, value: JsonNode): Value => {
    const { state: next, isMatch } = matcher.enter(state, name);
    if (isMatch) return { kind: "string", text: foldedMark };
    return readValue(context, value, next, depth + 1);
  };
  switch (node.kind) {
    case "object": {
      // the marker is the playground's own, and not a part of the answer
      const members = node.members.filter(({ key }) => key !== processMarkerName);
      const sorted = members.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      return {
        kind: "object",
        members: new Map(sorted.map(({ key, value }) => [key, child(key, value)])),
      };
    }
    case "array":
      return {
        kind: "array",
        items: node.items.map((item, index) => child(String(index), item)),
      };
    case "string": {
      // tools often answer with JSON inside of a text
      const inner = /^\s*[[{]/.test(node.value) ? treeOf(node.value) : undefined;
      return inner
        ? readValue({ ...context, text: node.value }, inner, state, depth + 1)
        : { kind: "string", text: foldText(node.value, rules) };
    }
    case "number":
      return { kind: "number", literal: node.literal };
    default:
      return { kind: "other", text: text.slice(node.start, node.end) };
  }
}

/** The new value, with the recorded text where both mean the same: masked strings, and 1.0 for 1. */
function withRecorded(recorded: Value, fresh: Value): Value {
  if (recorded.kind === "string" && fresh.kind === "string") {
    return recorded.text.includes(maskCharacters) ? recorded : fresh;
  }
  // a masked text may have been JSON
  if (recorded.kind === "string" && recorded.text === maskCharacters) return recorded;
  if (recorded.kind === "number" && fresh.kind === "number") {
    return sameNumber(recorded.literal, fresh.literal) ? recorded : fresh;
  }
  if (recorded.kind === "array" && fresh.kind === "array") {
    const items = fresh.items.map((item, index) => {
      const other = recorded.items[index];
      return other ? withRecorded(other, item) : item;
    });
    return { kind: "array", items };
  }
  if (
    (recorded.kind === "object" && fresh.kind === "object") ||
    (recorded.kind === "list" && fresh.kind === "list")
  ) {
    const members = new Map<string, Value>();
    // in the recorded order, then what is new
    for (const key of [...recorded.members.keys(), ...fresh.members.keys()]) {
      const [other, value] = [recorded.members.get(key), fresh.members.get(key)];
      if (value) members.set(key, other ? withRecorded(other, value) : value);
    }
    return { kind: fresh.kind, members };
  }
  return fresh;
}

/** Digits of numbers that are compared by their value. */
const maxDigits = 1000;

function sameNumber(one: string, other: string): boolean {
  if (one === other || one.length + other.length > maxDigits) return one === other;
  return sameDecimal(decimalOf(one), decimalOf(other));
}

function collect(
  before: Value | undefined,
  after: Value | undefined,
  path: readonly string[],
  changes: Change[],
): void {
  if (changes.length >= maxChanges) return;
  if (
    (before?.kind === "object" && after?.kind === "object") ||
    (before?.kind === "list" && after?.kind === "list")
  ) {
    for (const key of new Set([...before.members.keys(), ...after.members.keys()])) {
      collect(before.members.get(key), after.members.get(key), [...path, key], changes);
    }
  } else if (before?.kind === "array" && after?.kind === "array") {
    const length = Math.max(before.items.length, after.items.length);
    for (let index = 0; index < length; index++) {
      collect(before.items[index], after.items[index], [...path, String(index)], changes);
    }
  } else {
    const [one, other] = [before, after].map((value) => value && print(value, ""));
    if (one === other) return;
    changes.push({ pointer: toPointer(path), before: shortText(one), after: shortText(other) });
  }
}

/** Characters of a value in a change. */
const maxValueLength = 2000;

function shortText<T extends string | undefined>(text: T): T | string {
  return text === undefined ? text : shortened(text, maxValueLength);
}

/** Maximum indentation of a line, because a deep answer would consist mostly of spaces. */
const widestIndent = 24;

function print(value: Value, indent: string): string {
  const inner = indent.length < widestIndent ? `${indent}  ` : indent;
  switch (value.kind) {
    case "object": {
      if (value.members.size === 0) return "{}";
      const lines = [...value.members].map(
        ([key, member]) => `${inner}${JSON.stringify(key)}: ${print(member, inner)}`,
      );
      return `{\n${lines.join(",\n")}\n${indent}}`;
    }
    case "list":
    case "array": {
      const items = value.kind === "list" ? [...value.members.values()] : value.items;
      if (items.length === 0) return "[]";
      const lines = items.map((item) => `${inner}${print(item, inner)}`);
      return `[\n${lines.join(",\n")}\n${indent}]`;
    }
    case "string":
      return JSON.stringify(value.text);
    case "number":
      return value.literal;
    case "other":
      return value.text;
  }
}
