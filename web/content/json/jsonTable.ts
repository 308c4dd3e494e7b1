/** Reads an array of objects as a table. */
import { indexedNodeAt, sizeOf } from "./jsonIndex.ts";
import { childrenOf, type JsonDocument, valueText } from "./jsonTree.ts";

/** Columns that a table shows. */
const maxColumns = 40;
/** Rows whose members define the columns. */
const sampleRows = 1000;
/** Rows whose values define the widths of the columns. */
const measuredRows = 100;

interface TableColumn {
  /** The name of the members. */
  readonly name: string;
  /** Width in characters. */
  readonly width: number;
}

interface JsonTable {
  readonly columns: readonly TableColumn[];
  /** Columns that are left out. */
  readonly more: number;
  /** The node of each row. */
  readonly rows: Uint32Array;
}

export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

/** Whether a node is an array of at least one object, and of nothing else; only the first rows are checked. */
export function isTable({ index }: JsonDocument, node: number): boolean {
  const { kind, count } = indexedNodeAt(index, node);
  if (kind !== "array" || count === 0) return false;
  return childrenOf(index, node, measuredRows).every((row) => {
    const item = indexedNodeAt(index, row);
    return item.kind === "object" && item.count > 0;
  });
}

/** Levels of objects in which tables are looked for. */
const maxLevels = 3;
/** The most that is shown of a value with several tables. */
const [maxTables, maxOthers] = [10, 12];

interface NamedNode {
  /** The names from the root, with dots between them; empty for the root. */
  readonly name: string;
  readonly node: number;
}

export interface TablesOfValue {
  /** Arrays of objects, at least one. */
  readonly tables: readonly NamedNode[];
  /** The values beside them; of other containers, the text. */
  readonly others: readonly NamedNode[];
  /** Whether that is all of the value. */
  readonly isWhole: boolean;
}

/**
 * Finds the arrays of objects in a value and in the objects that it contains.
 * @returns undefined if there is none
 */
export function tablesOf(document: JsonDocument): TablesOfValue | undefined {
  const { index } = document;
  const tables: NamedNode[] = [];
  const others: NamedNode[] = [];
  const walk = (node: number, name: string, level: number) => {
    const { kind, count } = indexedNodeAt(index, node);
    if (isTable(document, node)) tables.push({ name, node });
    else if (kind !== "object" || level >= maxLevels || count === 0 || count > maxMembers) {
      others.push({ name, node });
    } else {
      for (const [own, member] of tableMembers(document, node)) {
        walk(member, name === "" ? own : `${name}.${own}`, level + 1);
      }
    }
  };
  walk(0, "", 0);
  if (tables.length === 0) return undefined;
  return {
    tables: tables.slice(0, maxTables),
    others: others.slice(0, maxOthers),
    isWhole: tables.length <= maxTables && others.length <= maxOthers,
  };
}

/** Members of an object that is looked into. */
const maxMembers = 100;

/** UTF-16 code units of a value that a cell shows. */
const shownLength = 120;

/** The text of a value in one line; strings without quotes. */
export function cellText(document: JsonDocument, value: number): string {
  const { kind, start, end } = indexedNodeAt(document.index, value);
  const list = kind === "array" ? listText(document, value) : undefined;
  if (list !== undefined) return list;
  const text = valueText(document, value, shownLength);
  if (kind !== "string" || end - start > shownLength) return text;
  return (JSON.parse(text) as string).replace(/\s+/g, " ");
}

/** Items of a list that are shown before their number is. */
const listedItems = 6;

/** A list of strings and numbers in words; undefined for any other. */
function listText(document: JsonDocument, array: number): string | undefined {
  const { count } = indexedNodeAt(document.index, array);
  if (count === 0) return undefined;
  const items = childrenOf(document.index, array, listedItems);
  const areShort = items.every((item) => {
    const { kind, start, end } = indexedNodeAt(document.index, item);
    return (kind === "string" || kind === "number") && end - start <= listedLength;
  });
  if (!areShort) return undefined;
  const words = [...items].map((item) => cellText(document, item)).join(", ");
  return count > items.length ? `${words} +${count - items.length}` : words;
}

/** UTF-16 code units of an item. */
const listedLength = 40;

export function tableOf(document: JsonDocument, node: number): JsonTable {
  const rows = Uint32Array.from(childrenOf(document.index, node));
  const widths = new Map<string, number>();
  for (const [place, row] of rows.subarray(0, sampleRows).entries()) {
    for (const [name, value] of tableMembers(document, row)) {
      const known = widths.get(name) ?? name.length + 3;
      if (place >= measuredRows) widths.set(name, known);
      else {
        const { start, end } = indexedNodeAt(document.index, value);
        widths.set(name, Math.max(known, end - start));
      }
    }
  }
  const columns = [...widths].map(([name, width]) => ({ name, width: Math.min(width, 40) }));
  return {
    columns: columns.slice(0, maxColumns),
    more: Math.max(0, columns.length - maxColumns),
    rows,
  };
}

/** The members of a row by name; the last one of a name counts. */
export function tableMembers(document: JsonDocument, row: number): ReadonlyMap<string, number> {
  const members = new Map<string, number>();
  const { text, index } = document;
  const end = row + sizeOf(index, row);
  for (let at = row + 1; at < end; at += sizeOf(index, at)) {
    const { nameStart, nameEnd } = indexedNodeAt(index, at);
    // an item of an array among the rows has no name
    if (nameEnd === 0) continue;
    const written = text.slice(nameStart + 1, nameEnd - 1);
    const name = written.includes("\\") ? JSON.parse(`"${written}"`) : written;
    members.set(name, at);
  }
  return members;
}

type SortKey = readonly [rank: number, value: number | string];

const ranks = { number: 0, string: 1, boolean: 2, null: 3, object: 4, array: 4 } as const;
const missing: SortKey = [5, ""];

/** The rows in order: numbers by value, then texts by letter; rows without the member come last. */
export function sortRows(
  document: JsonDocument,
  rows: Uint32Array,
  { column, isDescending }: Sorting,
): Uint32Array<ArrayBuffer> {
  const keys = new Map<number, SortKey>();
  for (const row of rows) keys.set(row, sortKey(document, tableMembers(document, row).get(column)));
  const sign = isDescending ? -1 : 1;
  const compare = (one: number, other: number) => {
    const [rank, value] = keys.get(one) ?? missing;
    const [otherRank, otherValue] = keys.get(other) ?? missing;
    if (rank !== otherRank)
      return rank === 5 || otherRank === 5 ? rank - otherRank : sign * (rank - otherRank);
    return value < otherValue ? -sign : value > otherValue ? sign : one - other;
  };
  return Uint32Array.from([...rows].sort(compare));
}

/** UTF-16 code units of a value that count for the order. */
const comparedLength = 200;

function sortKey({ text, index }: JsonDocument, node: number | undefined): SortKey {
  if (node === undefined) return missing;
  const { kind, start, end } = indexedNodeAt(index, node);
  const written = text.slice(start, Math.min(end, start + comparedLength));
  return [ranks[kind], kind === "number" ? Number(written) : written.toLocaleLowerCase()];
}
