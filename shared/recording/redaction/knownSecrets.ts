/** Finds known secrets in text and bytes, in every form in which they may occur. */
import { toBase64 } from "../../core/base64.ts";
import { encodeText } from "../../core/bytes.ts";
import { fromJsonString } from "../../core/json/stringLiterals.ts";
import { finish, type Steps } from "../../core/steps.ts";
import { percentDecoded } from "../../core/text/percentDecoded.ts";
import { maskText } from "../../log/mask.ts";
import { mergeSpans } from "../../log/secrets/detectSecrets.ts";
import { decodedParts } from "./encodedText.ts";
import { createPrefixSearch } from "./prefixSearch.ts";

/** Minimum length of a form that is searched for; shorter text may occur by chance. */
const minFormLength = 6;

/**
 * Lists the forms of a secret: unchanged, escaped in JSON (once and twice), percent-encoded, and
 * the part of its base64 and base64url that does not depend on the text around it.
 * @param minLength of the plain and escaped forms; encoded ones are never shorter than {@link minFormLength}
 */
function secretForms(value: string, minLength = minFormLength): ReadonlySet<string> {
  const inJson = JSON.stringify(value).slice(1, -1);
  const plain = [value, inJson, JSON.stringify(inJson).slice(1, -1)];
  const forms = new Set<string>();
  const percent = encodeURIComponent(value.toWellFormed());
  const lower = percent.replace(/%../g, (encoded) => encoded.toLowerCase());
  for (const form of [percent, lower]) {
    forms.add(form);
    forms.add(form.replaceAll("%20", "+"));
  }
  for (const text of new Set([value, inJson])) {
    for (const encoded of base64Parts(encodeText(text))) {
      forms.add(encoded);
      forms.add(encodeURIComponent(encoded));
      forms.add(encoded.replaceAll("+", "-").replaceAll("/", "_"));
    }
  }
  return new Set([
    ...plain.filter(({ length }) => length >= minLength),
    ...[...forms].filter(({ length }) => length >= minFormLength),
  ]);
}

/** JSON strings in JSON strings of which escapes are removed: a text can be written to have any number. */
const maxLevels = 4;

/** A text without the escapes of the JSON strings around it, whose number is not known. */
export function unescaped(text: string, levels = maxLevels): readonly string[] {
  const inner = levels > 0 && text.includes("\\") ? fromJsonString(text) : undefined;
  return inner === undefined ? [] : [inner, ...unescaped(inner, levels - 1)];
}

/** The characters of its base64 at each of the three alignments, without those that other bytes share. */
function base64Parts(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((offset) => {
    const padded = new Uint8Array(offset + bytes.byteLength);
    padded.set(bytes, offset);
    const from = Math.ceil((offset * 8) / 6);
    return toBase64(padded).slice(from, Math.floor((padded.byteLength * 8) / 6));
  });
}

/** A range of a text in UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Maximum number of secrets that are searched for: a server could name any number. */
const maxSecrets = 20_000;

/** Length in UTF-16 units from which only the start of a secret is searched for. */
const maxFormLength = 8192;

/** A message is JSON, and its texts may be encoded once more. */
const maxDepth = 2;

/** Characters that are searched in one step. */
const charactersPerStep = 500_000;

const singleByte = new TextDecoder("windows-1252");

/** Decodes each byte to one character, so that offsets count bytes. */
export function oneCharacterPerByte(bytes: Uint8Array): string {
  return singleByte.decode(bytes);
}

/** Creates an empty list; secrets beyond the first 20,000 are not searched for. */
export function createKnownSecrets() {
  const values = new Set<string>();
  const chosen = new Set<string>();
  const inText = createSearch((form) => form);
  const inBytes = createSearch((form) => oneCharacterPerByte(encodeText(form)));
  const searches = [inText, inBytes];

  function* find(text: string, own: readonly Search[], depth: number): Steps<readonly Range[]> {
    const ranges: Range[] = [];
    for (const search of own) yield* search.find(text, ranges);
    if (depth === 0) return ranges;
    let length = 0;
    for (const part of decodedParts(text)) {
      // an escape of JSON is a character, also in a text of bytes
      const isAscii = !/[^\0-\x7f]/.test(part.text);
      const inner = yield* find(part.text, isAscii ? [inText] : searches, depth - 1);
      for (const range of part.rangesOf(mergeSpans(inner))) ranges.push(range);
      length += part.text.length;
      if (length < charactersPerStep) continue;
      length = 0;
      yield;
    }
    return ranges;
  }
  const findWith = (search: Search) =>
    function* (text: string): Steps<readonly Range[]> {
      return values.size + chosen.size === 0 ? [] : yield* find(text, [search], maxDepth);
    };

  const addForms = (value: string, minLength: number) => {
    for (const form of secretForms(value.slice(0, maxFormLength), minLength)) {
      for (const search of searches) search.add(form);
    }
  };
  const add = (value: string) => {
    const isPointless = value.length < minFormLength || values.size >= maxSecrets;
    if (isPointless || values.has(value) || /^•+$/.test(value)) return;
    values.add(value);
    addForms(value, minFormLength);
  };
  const findInText = findWith(inText);

  return {
    /** Adds a secret, unchanged and decoded; short ones are not searched for. */
    addSecret(value: string): void {
      // the value may have been read from the text of a JSON string, also inside others, or a form
      for (const text of [value, ...unescaped(value)]) add(text);
      if (/[%+]/.test(value)) add(percentDecoded(value.replaceAll("+", " ")) ?? "");
    },
    /** Adds a text that the user chose, of any length. */
    addChosen(value: string): void {
      for (const each of [value, ...unescaped(value)]) {
        if (each.trim() === "" || chosen.has(each)) continue;
        chosen.add(each);
        addForms(each, 1);
      }
    },
    /** Masks every known secret in a text. */
    mask(text: string): string {
      const ranges = finish(findInText(text));
      return maskText(
        text,
        ranges.map((range) => ({ ...range, kind: "token" as const })),
      );
    },
    /** The ranges of a text that hold a known secret, in any order. */
    findInSteps: findInText,
    /** As `findInSteps`, over bytes decoded by {@link oneCharacterPerByte}. */
    findInBytes: findWith(inBytes),
  };
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

type Search = ReturnType<typeof createSearch>;

/** Characters by which forms are looked up; shorter ones are searched for one by one. */
const window = 4;

/**
 * Searches for many strings at once, by their first characters. Where only the start of a long form
 * occurs, the part that agrees is found: the time must not grow with the forms' lengths, which
 * servers choose.
 */
function createSearch(convert: (form: string) => string) {
  const byStart = new Map<string, Bucket>();
  const starts = createPrefixSearch(window);
  const tiny = new Set<string>();

  function* findTiny(text: string, ranges: Range[]): Steps<void> {
    for (const form of tiny) {
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
        ranges.push({ start: at, end: at + form.length });
      }
      yield;
    }
  }

  return {
    add(form: string): void {
      const converted = convert(form);
      if (converted.length < window) return void tiny.add(converted);
      const start = converted.slice(0, window);
      const bucket = byStart.get(start) ?? { short: new Map(), long: new Map() };
      if (converted.length < longFormLength) addTo(bucket.short, converted.length, converted);
      else addTo(bucket.long, converted.slice(0, longFormLength), converted);
      byStart.set(start, bucket);
      starts.add(start);
    },
    *find(text: string, ranges: Range[]): Steps<void> {
      yield* findTiny(text, ranges);
      for (let from = 0; from < text.length; ) {
        const until = from + charactersPerStep;
        let at = starts.next(text, from, until);
        from = until;
        while (at >= 0) {
          const bucket = byStart.get(text.slice(at, at + window));
          const length = bucket ? foundLength(bucket, text, at) : 0;
          if (length > 0 && !isInNumber(text, at, at + length)) {
            ranges.push({ start: at, end: at + length });
          }
          const next = at + Math.max(length, 1);
          from = Math.max(from, next);
          at = next < until ? starts.next(text, next, until) : -1;
        }
        if (from < text.length) yield;
      }
    },
  };
}

/** Whether digits are a part of a longer number, in which they occur by chance. */
function isInNumber(text: string, start: number, end: number): boolean {
  const isDigit = (at: number) => /\d/.test(text[at] ?? "");
  if (!isDigit(start - 1) && !isDigit(end)) return false;
  return end - start < 40 && /^\d+$/.test(text.slice(start, end));
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
