/** Indexes JSON text: where each value starts and ends, so that views read what they show from the text itself. */
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  endOfToken,
  isJson,
  openBrace,
  openBracket,
  quote,
  skipSpace,
} from "../../../shared/core/json/tokenRanges.ts";

type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

const kinds: readonly JsonKind[] = ["object", "array", "string", "number", "boolean", "null"];

/** Numbers per node: kind, start, end, start and end of its name, size, number of children. */
const stride = 7;

/** Nodes of the largest text that is indexed; each takes 28 bytes. */
const maxNodes = 3_000_000;

/** The values of a text in document order; a node is named by its place in that order, the root is 0. */
export interface JsonIndex {
  readonly length: number;
  readonly data: Uint32Array<ArrayBuffer>;
}

interface IndexedNode {
  readonly kind: JsonKind;
  /** Offsets of the value in the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Offsets of its name with quotes; both 0 for items and the root. */
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Number of nodes in it, itself included: the next sibling is that much further. */
  readonly size: number;
  /** Number of its members or items. */
  readonly count: number;
}

export function indexedNodeAt({ data }: JsonIndex, node: number): IndexedNode {
  const at = node * stride;
  const field = (offset: number) => data[at + offset] ?? 0;
  return {
    kind: kinds[field(0)] ?? "null",
    start: field(1),
    end: field(2),
    nameStart: field(3),
    nameEnd: field(4),
    size: field(5),
    count: field(6),
  };
}

/** The number of nodes in a node, itself included. */
export function sizeOf({ data }: JsonIndex, node: number): number {
  return data[node * stride + 5] ?? 1;
}

/** @returns undefined if the text is not JSON, or has too many values */
export function indexJson(text: string): JsonIndex | undefined {
  return isJson(text) ? scan(text) : undefined;
}

/** Relies on the text being valid. */
function scan(text: string): JsonIndex | undefined {
  let data = new Uint32Array(1024 * stride);
  let length = 0;
  const open: number[] = [];
  let [nameStart, nameEnd] = [0, 0];
  let expectsName = false;

  const add = (kind: number, start: number, end: number) => {
    const at = length * stride;
    if (at === data.length) {
      const larger = new Uint32Array(data.length * 2);
      larger.set(data);
      data = larger;
    }
    data.set([kind, start, end, nameStart, nameEnd, 1, 0], at);
    const parent = open.at(-1);
    if (parent !== undefined) data[parent * stride + 6] = (data[parent * stride + 6] ?? 0) + 1;
    nameStart = 0;
    nameEnd = 0;
    length++;
  };

  for (let at = skipSpace(text, 0); at < text.length; ) {
    const code = text.charCodeAt(at);
    const end = endOfToken(text, at);
    if (code === quote && expectsName) {
      nameStart = at;
      nameEnd = end;
      expectsName = false;
    } else if (code === openBrace || code === openBracket) {
      add(code === openBrace ? 0 : 1, at, at);
      open.push(length - 1);
      expectsName = code === openBrace;
    } else if (code === closeBrace || code === closeBracket) {
      const node = open.pop() ?? 0;
      data[node * stride + 2] = end;
      data[node * stride + 5] = length - node;
      expectsName = false;
    } else if (code === comma) {
      expectsName = data[(open.at(-1) ?? 0) * stride] === 0;
    } else if (code !== colon) {
      add(kindOf(code), at, end);
    }
    if (length > maxNodes) return undefined;
    at = skipSpace(text, end);
  }
  return { length, data: data.slice(0, length * stride) };
}

/** The kind of a scalar by its first character. */
function kindOf(code: number): number {
  if (code === quote) return 2;
  if (code === letterN) return 5;
  return code === letterT || code === letterF ? 4 : 3;
}

const letterF = 102;
const letterN = 110;
const letterT = 116;
