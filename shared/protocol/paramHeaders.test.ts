import { describe, expect, test } from "vitest";
import { paramHeaders, readHeaderAnnotations } from "./paramHeaders.ts";

const header = "x-mcp-header";
const object = (properties: object) => ({ type: "object", properties });
const text = (name: unknown) => ({ type: "string", [header]: name });

describe("the annotations of a schema", () => {
  test("are found at every place that only `properties` leads to", () => {
    const schema = object({
      region: text("Region"),
      deep: object({ inner: { type: "integer", [header]: "Inner" } }),
      plain: { type: "string" },
      [header]: { type: "string", description: "a parameter of that very name" },
    });
    expect(readHeaderAnnotations(schema)).toEqual({
      params: [
        { path: ["region"], name: "Region" },
        { path: ["deep", "inner"], name: "Inner" },
      ],
      broken: undefined,
    });
  });

  test.each([
    ["empty", object({ a: text("") }), "/properties/a"],
    ["not-a-token", object({ a: text("My Region") }), "/properties/a"],
    ["not-a-token", object({ a: text("Région") }), "/properties/a"],
    ["not-a-token", object({ a: text("a\r\nb") }), "/properties/a"],
    ["not-a-token", object({ a: text(7) }), "/properties/a"],
    ["not-unique", object({ a: text("Region"), b: text("region") }), "/properties/b"],
    ["not-primitive", object({ a: { type: "number", [header]: "A" } }), "/properties/a"],
    ["not-primitive", object({ a: { type: "object", [header]: "A" } }), "/properties/a"],
    ["not-primitive", object({ a: { [header]: "A" } }), "/properties/a"],
    ["not-reachable", { ...object({}), [header]: "A" }, ""],
    ["not-reachable", object({ a: { type: "array", items: text("A") } }), "/properties/a/items"],
    ["not-reachable", { anyOf: [object({ a: text("A") })] }, "/anyOf/0/properties/a"],
    ["not-reachable", { $defs: { "a/b": text("A") } }, "/$defs/a~1b"],
    ["not-reachable", { if: object({ a: text("A") }) }, "/if/properties/a"],
    ["not-reachable", { items: object({ const: text("A") }) }, "/items/properties/const"],
  ])("are broken: %s in %j", (reason, schema, at) => {
    const { broken } = readHeaderAnnotations(schema);
    expect(broken).toEqual({ reason, pointer: `${at}/${header}` });
  });

  test.each([
    [object({ a: { const: { [header]: "" } } })],
    [object({ a: { default: { [header]: "" } } })],
    [{ items: object({ [header]: { type: "string" } }) }],
    [{ $defs: { [header]: { type: "string" } } }],
    [undefined],
    [null],
    ["text"],
    [true],
  ])("are none in %j", (schema) => {
    expect(readHeaderAnnotations(schema)).toEqual({ params: [], broken: undefined });
  });

  test("are searched to a maximum depth", () => {
    const loop: Record<string, unknown> = object({ a: text("A") });
    loop.not = loop;
    expect(readHeaderAnnotations(loop).broken?.reason).toBe("not-reachable");
  });
});

test.each([
  ["us-west1", [["Mcp-Param-A", "us-west1"]]],
  ["", [["Mcp-Param-A", ""]]],
  [" x", [["Mcp-Param-A", "=?base64?IHg=?="]]],
  [-7, [["Mcp-Param-A", "-7"]]],
  [-0, [["Mcp-Param-A", "0"]]],
  [1e21, [["Mcp-Param-A", "1000000000000000000000"]]],
  [1.5, [["Mcp-Param-A", "1.5"]]],
  [false, [["Mcp-Param-A", "false"]]],
  [null, []],
  [undefined, []],
  [{}, []],
  [["x"], []],
])("the argument %j is mirrored as %j", (value, headers) => {
  const params = [{ path: ["in", "a"], name: "A" }];
  expect(paramHeaders(params, { in: { a: value } })).toEqual(headers);
});

test.each([[undefined], [null], ["text"], [{}], [{ in: null }], [{ in: [] }]])(
  "arguments that are %j have no headers",
  (args) => {
    const params = [
      { path: ["in", "a"], name: "A" },
      { path: ["in", "constructor"], name: "C" },
    ];
    expect(paramHeaders(params, args)).toEqual([]);
  },
);
