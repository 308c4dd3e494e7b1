/** Indexes JSON text: where each value starts and ends, so that views read what they show from the text itself. */

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

export interface IndexedNode {
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
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return scan(text);
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

  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      if (expectsName) {
        nameStart = at;
        nameEnd = end;
        expectsName = false;
      } else {
        add(2, at, end);
      }
      at = end;
    } else if (code === openBrace || code === openBracket) {
      add(code === openBrace ? 0 : 1, at, at);
      open.push(length - 1);
      expectsName = code === openBrace;
      at++;
    } else if (code === closeBrace || code === closeBracket) {
      const node = open.pop() ?? 0;
      data[node * stride + 2] = at + 1;
      data[node * stride + 5] = length - node;
      expectsName = false;
      at++;
    } else if (code === comma) {
      expectsName = data[(open.at(-1) ?? 0) * stride] === 0;
      at++;
    } else if (code <= space || code === colon) {
      at++;
    } else {
      const start = at;
      while (at < text.length && !isDelimiter(text.charCodeAt(at))) at++;
      add(code === letterN ? 5 : code === letterT || code === letterF ? 4 : 3, start, at);
    }
    if (length > maxNodes) return undefined;
  }
  return { length, data: data.slice(0, length * stride) };
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at++;
  }
}

const quote = 34;
const comma = 44;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const letterF = 102;
const letterN = 110;
const letterT = 116;
const openBrace = 123;
const closeBrace = 125;
const space = 32;

function isDelimiter(code: number): boolean {
  return code === comma || code === closeBrace || code === closeBracket || code <= space;
}
