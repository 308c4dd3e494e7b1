/** Masks secrets: marked ones, known ones wherever they recur, and values that look like one. */

import { encodeText } from "../../core/bytes.ts";
import { stringLiterals, stringMembers } from "../../core/json/stringLiterals.ts";
import { finish, type Steps } from "../../core/steps.ts";
import { detectSecretsInSteps, type SecretCode } from "../../core/text/detectSecrets.ts";
import type { SecretSpan } from "../../log/entry.ts";
import { maskCharacters } from "../../log/mask.ts";
import type { LeftOutCode } from "../recording.ts";
import { joinRanges, type MaskRange, maskByteRanges, maskTextRanges } from "./applyMasks.ts";
import { createKnownSecrets, oneCharacterPerByte } from "./knownSecrets.ts";

/** A value that looked like a secret and was masked. */
export interface SecretFinding {
  readonly code: SecretCode;
  /** The name before it, or a generic one. */
  readonly name: string;
  readonly value: string;
}

type MaskedBytes = ReturnType<typeof maskByteRanges>;

export interface Redactor {
  /** Adds a secret, to be masked wherever it recurs. */
  addSecret(value: string): void;
  /** Looks for secrets in a text, including JSON strings inside it, and adds them. */
  inspect(text: string): void;
  inspectInSteps(text: string): Steps<void>;
  text(text: string, marked?: readonly MaskRange[]): ReturnType<typeof maskTextRanges>;
  bytesInSteps(bytes: Uint8Array, marked?: readonly MaskRange[]): Steps<MaskedBytes>;
  /** Counts a part that is left out. */
  count(code: LeftOutCode): void;
  leftOut(): ReadonlyMap<LeftOutCode, number>;
  findings(): readonly SecretFinding[];
}

const codes: Readonly<Record<SecretSpan["kind"], LeftOutCode>> = {
  header: "headers",
  "session-id": "session-ids",
  token: "tokens",
  environment: "environment",
  marked: "marked",
};

/** The token with which a modern server continues a request. */
const requestState = /"requestState"\s*:\s*"/g;
const maxJsonDepth = 3;
/** Strings of JSON that are looked at in one step. */
const stringsPerStep = 1000;

/** @param keep values that look like secrets and are not */
export function createRedactor(keep: ReadonlySet<string> = new Set()): Redactor {
  const known = createKnownSecrets();
  const counts = new Map<LeftOutCode, number>();
  const found = new Map<string, SecretFinding>();
  const count = (code: LeftOutCode) => void counts.set(code, (counts.get(code) ?? 0) + 1);

  function* detected(text: string) {
    const secrets = yield* detectSecretsInSteps(text);
    return secrets.filter(({ start, end }) => {
      const value = text.slice(start, end);
      return !keep.has(value) && !isMask(value);
    });
  }

  function* inspect(text: string, depth: number): Steps<void> {
    for (const { start, end, code, name } of yield* detected(text)) {
      const value = text.slice(start, end);
      found.set(value, { code, name, value });
      known.addSecret(value);
    }
    for (const { start, end } of stringMembers(text, requestState)) {
      known.addSecret(text.slice(start, end));
    }
    if (depth === 0 || !text.includes("\\")) return;
    let strings = 0;
    for (const { start, end } of stringLiterals(text)) {
      if (++strings % stringsPerStep === 0) yield;
      const run = text.slice(start - 1, end + 1);
      const inner = run.includes("\\") ? unescaped(run) : undefined;
      if (inner !== undefined) yield* inspect(inner, depth - 1);
    }
  }

  /** The ranges to mask, in the units of the text. */
  function* rangesIn(
    text: string,
    marked: readonly MaskRange[],
    findKnown: (text: string) => readonly { readonly start: number; readonly end: number }[],
  ) {
    const ranges = marked.map((range) => ({ ...range, code: codes[range.kind] }));
    const add = (start: number, end: number, code: LeftOutCode) => {
      ranges.push({ start, end, kind: "token", code });
    };
    for (const { start, end } of stringMembers(text, requestState)) {
      if (!isMask(text.slice(start, end))) add(start, end, "request-states");
    }
    yield;
    for (const { start, end } of findKnown(text)) add(start, end, "tokens");
    yield;
    for (const { start, end } of yield* detected(text)) add(start, end, "secret-like");
    const joined = joinRanges(ranges, text.length);
    for (const { code } of joined) count(code);
    return joined;
  }

  return {
    addSecret: known.addSecret,
    inspect: (text) => finish(inspect(text, maxJsonDepth)),
    inspectInSteps: (text) => inspect(text, maxJsonDepth),
    text: (text, marked = []) => maskTextRanges(text, finish(rangesIn(text, marked, known.findIn))),
    *bytesInSteps(bytes, marked = []) {
      const characters = oneCharacterPerByte(bytes);
      return maskByteRanges(bytes, yield* rangesIn(characters, marked, known.findInBytes));
    },
    count,
    leftOut: () => counts,
    findings: () => [...found.values()],
  };
}

const maskPattern = new RegExp(
  `^(?:${maskCharacters}|${oneCharacterPerByte(encodeText(maskCharacters))})+$`,
);

/** Whether a value is a mask already, as text or as one character per byte. */
function isMask(value: string): boolean {
  return maskPattern.test(value);
}

function unescaped(run: string): string | undefined {
  try {
    return String(JSON.parse(run));
  } catch {
    return undefined;
  }
}
