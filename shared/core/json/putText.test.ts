import { expect, test } from "vitest";
import { putText } from "./putText.ts";

test("deeply nested text is returned unchanged", () => {
  const deep = `{"a":${"[".repeat(100_000)}`;
  expect(putText(deep, ["a"], "1")).toBe(deep);
  expect(putText(deep, ["a"], undefined)).toBe(deep);
});

test.each<readonly [text: string, path: readonly string[], value: string | undefined, put: string]>(
  [
    ['{ "a" : 1.0 }', ["a"], "2", '{ "a" : 2 }'],
    ['{ "a" : 1.0 }', ["b"], "2", '{ "a" : 1.0,"b":2 }'],
    ["{\n}", ["b"], "{ }", '{"b":{ }\n}'],
    ['{"a":{"b":[1, 2]}}', ["a", "c"], "1e400", '{"a":{"b":[1, 2],"c":1e400}}'],
    ['{"a":1,"a":2}', ["a"], "3", '{"a":1,"a":3}'],
    ['{"\\u0061":1}', ["a"], "3", '{"\\u0061":3}'],
    ['{"a":[]}', ["a", "b"], "3", '{"a":[]}'],
    ["[]", ["a"], "3", "[]"],
    ['{"a":1, "b":2 , "c":3}', ["a"], undefined, '{"b":2 , "c":3}'],
    ['{"a":1, "b":2 , "c":3}', ["b"], undefined, '{"a":1 , "c":3}'],
    ['{"a":1, "b":2 , "c":3}', ["c"], undefined, '{"a":1, "b":2}'],
    ['{ "a":1 }', ["a"], undefined, "{  }"],
    ['{"a":1,"a":2,"b":3,"a":4}', ["a"], undefined, '{"b":3}'],
    ['{"b":3}', ["a"], undefined, '{"b":3}'],
  ],
)("%j with %j as %j", (text, path, value, put) => {
  expect(putText(text, path, value)).toBe(put);
});
