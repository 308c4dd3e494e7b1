import { expect, test } from "vitest";
import { indexedNodeAt, indexJson } from "./jsonIndex.ts";
import { isTable, sortRows, tableMembers, tableOf } from "./jsonTable.ts";
import {
  childrenOf,
  findNodes,
  initiallyExpanded,
  type JsonDocument,
  nameOf,
  pointerOf,
  valueText,
  visibleTreeRows,
} from "./jsonTree.ts";

function open(text: string): JsonDocument {
  const index = indexJson(text);
  if (!index) throw new Error("not JSON");
  return { text, index };
}

/** Rebuilds the value from the index. */
function rebuilt(document: JsonDocument, node = 0): unknown {
  const { kind } = indexedNodeAt(document.index, node);
  const children = childrenOf(document.index, node);
  if (kind === "array") return children.map((child) => rebuilt(document, child));
  if (kind === "object") {
    return Object.fromEntries(
      children.map((child) => [nameOf(document, child), rebuilt(document, child)]),
    );
  }
  return JSON.parse(valueText(document, node));
}

test.each([
  "1",
  ' "a\\"b\\\\" ',
  "[]",
  "{}",
  '{"a":{},"b":[[],[{}]],"c":null,"":{"x":true}}',
  '[1.50,-2e+3,"\\u00e9,]}",false,[null]]',
  '\n{ "a\\n" : [ 1 ,\t2 ] , "b" : "}" }\n',
])("the index of %s has every value", (text) => {
  expect(rebuilt(open(text))).toEqual(JSON.parse(text));
});

test("digits are those of the text, and text that is not JSON has no index", () => {
  const document = open('{"id":12345678901234567890.10,"x":1E400}');
  expect(childrenOf(document.index, 0).map((node) => valueText(document, node))).toEqual([
    "12345678901234567890.10",
    "1E400",
  ]);
  expect(indexJson("{a:1}")).toBeUndefined();
});

test("a tree shows open containers, first those with few rows", () => {
  const document = open('{"a":[1,2],"b":{"c":3}}');
  const expanded = initiallyExpanded(document.index, 5);
  const rows = visibleTreeRows(document.index, expanded);
  expect(
    rows.map(({ node, depth, position }) => [nameOf(document, node), depth, position]),
  ).toEqual([
    [undefined, 0, 0],
    ["a", 1, 0],
    [undefined, 2, 0],
    [undefined, 2, 1],
    ["b", 1, 1],
  ]);
  expect(initiallyExpanded(open(`[${"0,".repeat(5000)}0]`).index, 100)).toEqual(new Set([0]));
});

test("a row has its JSON Pointer", () => {
  const document = open('{"a/b":[0,{"~":[true]}]}');
  const pointers = Array.from({ length: document.index.length }, (_, node) =>
    pointerOf(document, node),
  );
  expect(pointers).toEqual(["", "/a~1b", "/a~1b/0", "/a~1b/1", "/a~1b/1/~0", "/a~1b/1/~0/0"]);
});

test("search finds names and values, escaped or not, and nothing between them", () => {
  const document = open('{"Name":"Zoë \\"x\\"","list":[{"name":1},12]}');
  const found = (query: string) =>
    findNodes(document, query).map((node) => pointerOf(document, node));
  expect(found("name")).toEqual(["/Name", "/list/0/name"]);
  expect(found('"x"')).toEqual(["/Name"]);
  expect(found("zoë")).toEqual(["/Name"]);
  expect(found("1")).toEqual(["/list/0/name", "/list/1"]);
  expect(found("[{")).toEqual([]);
  expect(found("(")).toEqual([]);
});

test("an array of objects is a table, sorted by numbers and by text, missing members last", () => {
  const document = open(
    '[{"n":10,"t":"b"},{"n":9,"t":"A"},{"t":null},{"n":"x","\\u0061":1},{"n":10.5}]',
  );
  expect(isTable(document, 0)).toBe(true);
  const { columns, rows, more } = tableOf(document, 0);
  expect(columns.map(({ name }) => name)).toEqual(["n", "t", "a"]);
  expect(more).toBe(0);
  const order = (column: string, isDescending: boolean) =>
    [...sortRows(document, rows, { column, isDescending })].map((row) => {
      const value = tableMembers(document, row).get(column);
      return value === undefined ? undefined : valueText(document, value);
    });
  expect(order("n", false)).toEqual(["9", "10", "10.5", '"x"', undefined]);
  expect(order("n", true)).toEqual(['"x"', "10.5", "10", "9", undefined]);
  expect(order("t", false)).toEqual(['"A"', '"b"', "null", undefined, undefined]);
  for (const text of ["[]", "{}", "[1]", '[{"a":1},2]', "[{}]", "1"]) {
    expect([text, isTable(open(text), 0)]).toEqual([text, false]);
  }
});

test("deep nesting is indexed", () => {
  const document = open(`${"[".repeat(5000)}${"]".repeat(5000)}`);
  expect(document.index.length).toBe(5000);
  expect(pointerOf(document, 4999)).toHaveLength(2 * 4999);
});
