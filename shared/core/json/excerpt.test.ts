import { expect, test } from "vitest";
import { excerptAt } from "./excerpt.ts";

const text = '{"jsonrpc":"2.0","result":{"content":[{"type":"text"},{"type":"link","uri":"a:b"}]}}';

test("a value is cut out with what holds it", () => {
  expect(excerptAt(text, "/result/content/1/type")).toEqual({
    before: '… {"type":',
    value: '"link"',
    after: ',"uri":"a:b"} …',
  });
  expect(excerptAt('{"a":1}', "/a")).toEqual({ before: '{"a":', value: "1", after: "}" });
});

test("long values and surroundings are cut with an ellipsis", () => {
  const long = "x".repeat(1000);
  const excerpt = excerptAt(JSON.stringify({ a: long, b: long, c: long }), "/b");
  expect(excerpt?.before).toMatch(/^… x+","b":$/);
  expect(excerpt?.value).toMatch(/^"x{159}…$/);
  expect(excerpt?.after).toMatch(/^,"c":"x+ …$/);
});

test("without such a value there is none", () => {
  for (const pointer of ["/none", "/result/content/7", "/jsonrpc/0"]) {
    expect(excerptAt(text, pointer)).toBeUndefined();
  }
  expect(excerptAt("no JSON", "/a")).toBeUndefined();
});
