/** Finds known secrets in text and bytes, in every form in which they may occur. */
import { encodeText } from "../../core/bytes.ts";
import { stringLiterals } from "../../core/json/stringLiterals.ts";
import { minFormLength, secretForms } from "./secretForms.ts";

/** A range of a text in UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export interface KnownSecrets {
  /** Adds a secret, unchanged and decoded; short ones are not searched for. */
  addSecret(value: string): void;
  /** The ranges of a text that hold a known secret, in any order. */
  findIn(text: string): Range[];
  /** As {@link findIn}, over bytes decoded by {@link oneCharacterPerByte}. */
  findInBytes(characters: string): Range[];
}

/** Maximum number of secrets that are searched for; a server could name any number. */
const maxSecrets = 500;

/** Length in UTF-16 units from which only the start of a secret is searched for. */
const maxFormLength = 8192;

const singleByte = new TextDecoder("windows-1252");

/** Decodes each byte to one character, so that offsets count bytes. */
export function oneCharacterPerByte(bytes: Uint8Array): string {
  return singleByte.decode(bytes);
}

/** Creates an empty list; secrets beyond the first 500 are not searched for. */
export function createKnownSecrets(): KnownSecrets {
  const values = new Set<string>();
  const inText = createSearch((form) => form);
  const inBytes = createSearch((form) => oneCharacterPerByte(encodeText(form)));
  const holds = (decoded: string | undefined) =>
    decoded !== undefined && inText.find(decoded).length > 0;
  /** Runs with escapes, in which each character of a secret may be written in several ways. */
  const findEscaped = (text: string): Range[] => {
    const ranges: Range[] = [];
    if (text.includes("\\u") || text.includes("\\/")) {
      for (const { start, end } of stringLiterals(text)) {
        const run = text.slice(start - 1, end + 1);
        if (/\\[u/]/.test(run) && holds(fromJson(run))) ranges.push({ start, end });
      }
    }
    if (text.includes("%")) {
      for (const { start, end } of percentRuns(text)) {
        if (holds(fromPercent(text.slice(start, end)))) ranges.push({ start, end });
      }
    }
    return ranges;
  };
  const findWith = (search: typeof inText) => (text: string) =>
    values.size === 0 ? [] : [...search.find(text), ...findEscaped(text)];

  const add = (value: string) => {
    const isPointless = value.length < minFormLength || values.size >= maxSecrets;
    if (isPointless || values.has(value) || /^•+$/.test(value)) return;
    values.add(value);
    for (const form of secretForms(value.slice(0, maxFormLength))) {
      inText.add(form);
      inBytes.add(form);
    }
  };

  return {
    addSecret(value) {
      add(value);
      // the value may have been read from the text of a JSON string or a form
      if (value.includes("\\")) add(fromJson(`"${value}"`) ?? "");
      if (/[%+]/.test(value)) add(fromPercent(value) ?? "");
    },
    findIn: findWith(inText),
    findInBytes: findWith(inBytes),
  };
}

/**
 * The parts of a text that a URL may consist of, each with an encoded character. One expression for
 * them would look for the percent sign from every character of a long word again.
 */
function* percentRuns(text: string): Generator<Range> {
  const encoded = /%[0-9A-Fa-f]{2}/g;
  const rest = /[\w.~!$&()*+,;=:@/?#%-]*/y;
  let from = 0;
  for (let hit = encoded.exec(text); hit; hit = encoded.exec(text)) {
    let start = hit.index;
    while (start > from && /[\w.~!$&()*+,;=:@/?#-]/.test(text[start - 1] ?? "")) start--;
    rest.lastIndex = encoded.lastIndex;
    rest.test(text);
    from = rest.lastIndex;
    encoded.lastIndex = from;
    yield { start, end: from };
  }
}

function fromJson(run: string): string | undefined {
  try {
    return String(JSON.parse(run));
  } catch {
    return undefined;
  }
}

function fromPercent(run: string): string | undefined {
  try {
    return decodeURIComponent(run.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** Length from which forms are found by their start: comparing all of a long one takes time. */
const longFormLength = 64;

/** Long forms with the same start that are compared; if there are more, the longest is assumed. */
const maxCompared = 8;

/** Forms with the same first characters. */
interface Bucket {
  /** Those under {@link longFormLength}, by their lengths. */
  readonly short: Map<number, Set<string>>;
  /** The others, by their starts. */
  readonly long: Map<string, Set<string>>;
}

/**
 * Searches for many strings at once, by their first characters. Where only the start of a long form
 * occurs, the part that agrees is found: the time must not grow with the forms' lengths, which
 * servers choose.
 */
function createSearch(convert: (form: string) => string) {
  const byStart = new Map<string, Bucket>();
  let pattern: RegExp | undefined;
  return {
    add(form: string): void {
      const converted = convert(form);
      const start = converted.slice(0, 4);
      const bucket = byStart.get(start) ?? { short: new Map(), long: new Map() };
      if (converted.length < longFormLength) addTo(bucket.short, converted.length, converted);
      else addTo(bucket.long, converted.slice(0, longFormLength), converted);
      byStart.set(start, bucket);
      pattern = undefined;
    },
    find(text: string): Range[] {
      if (byStart.size === 0) return [];
      pattern ??= new RegExp([...byStart.keys()].map(escaped).join("|"), "g");
      const ranges: Range[] = [];
      pattern.lastIndex = 0;
      for (let hit = pattern.exec(text); hit; hit = pattern.exec(text)) {
        const { 0: start, index } = hit;
        const bucket = byStart.get(start);
        const length = bucket ? foundLength(bucket, text, index) : 0;
        if (length > 0) ranges.push({ start: index, end: index + length });
        pattern.lastIndex = index + Math.max(length, 1);
      }
      return ranges;
    },
  };
}

function addTo<K>(all: Map<K, Set<string>>, key: K, form: string): void {
  const forms = all.get(key) ?? new Set();
  all.set(key, forms.add(form));
}

/** The length of the longest form at a position; 0 if there is none. */
function foundLength({ short, long }: Bucket, text: string, at: number): number {
  const forms = long.size > 0 && long.get(text.slice(at, at + longFormLength));
  if (forms) {
    const isExact = forms.size <= maxCompared;
    const lengths = [...forms].map((form) => (isExact ? agreeing(form, text, at) : form.length));
    return Math.min(Math.max(...lengths), text.length - at);
  }
  let longest = 0;
  for (const [length, some] of short) {
    if (length > longest && some.has(text.slice(at, at + length))) longest = length;
  }
  return longest;
}

/** How many characters of a form a text has at a position. */
function agreeing(form: string, text: string, at: number): number {
  let length = longFormLength;
  while (length < form.length && form.charCodeAt(length) === text.charCodeAt(at + length)) length++;
  return length;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
