import { describe, expect, it } from "vitest";
import type { Path } from "../../core/json/jsonText.ts";
import { removeValue, renameMember, setValue, swapItems } from "./editJson.ts";

describe("renameMember", () => {
  it.each<[string, Path, string, string]>([
    ['{ "a" : 1.50 , "b":2 }', ["a"], 'c"', '{ "c\\"" : 1.50 , "b":2 }'],
    ['{"o":{"__proto__":[1]}}', ["o", "__proto__"], "", '{"o":{"":[1]}}'],
    // taken, missing, and not an object
    ['{"a":1,"b":2}', ["a"], "b", '{"a":1,"b":2}'],
    ['{"a":1}', ["x"], "y", '{"a":1}'],
    ["[1]", [0], "y", "[1]"],
  ])("in %j at %j to %j", (text, path, name, result) => {
    expect(renameMember(text, path, name)).toBe(result);
  });
});

describe("setValue", () => {
  it.each<[string, Path, string, string]>([
    ["", [], "{}", "{}"],
    ["", ["a"], "1", '{\n  "a": 1\n}'],
    ["{}", ["a"], '""', '{\n  "a": ""\n}'],
    ['{\n  "a": 1\n}', ["b"], "1e400", '{\n  "a": 1,\n  "b": 1e400\n}'],
    ['{"a":1}', ["b"], "2", '{"a":1,"b":2}'],
    ['{"a": 1}', ["b"], "2", '{"a": 1, "b": 2}'],
    ['{"a": 1 ,  "b":2}', ["c"], "3", '{"a": 1 ,  "b":2 ,  "c":3}'],
    ['{ "a" : 9007199254740993 }', ["a"], "1.0", '{ "a" : 1.0 }'],
    ['{\r\n\t"a": {}\r\n}', ["a", "b"], "1", '{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}'],
    ['{"a":{}}', ["a", "b"], "1", '{"a":{"b": 1}}'],
    ["{}", ["a", 0, "b"], "1", '{\n  "a": [{\n    "b": 1\n  }]\n}'],
    ["[1]", [1], "2", "[1, 2]"],
    ['{"a": 1}', ["__proto__"], "2", '{"a": 1, "__proto__": 2}'],
    ['{"": 1}', [""], "2", '{"": 2}'],
  ])("puts into %j at %j", (text, path, value, result) => {
    expect(setValue(text, path, value)).toBe(result);
    expect(() => JSON.parse(result)).not.toThrow();
  });

  it.each<[string, Path]>([
    ["[]", ["a"]],
    ["[1]", [2]],
    ['{"a": "x"}', ["a", "b"]],
    ["{", ["a"]],
  ])("refuses %j at %j", (text, path) => {
    expect(() => setValue(text, path, "1")).toThrow(TypeError);
  });

  it("leaves every other character unchanged", () => {
    const values = ["1", '"\\u0041"', "[1 ,2]", "1e400", "null", '{ "x":1.0}'];
    for (let seed = 1; seed < 200; seed += 1) {
      const members = values.map(
        (value, i) => `"k${i}"${" ".repeat(seed % (i + 2))}:${"\n".repeat(seed % 3)}${value}`,
      );
      const text = `{${members.join(`${" ".repeat(seed % 2)},`)}}`;
      const at = seed % values.length;
      const changed = setValue(text, [`k${at}`], "0");
      const value = values[at] as string;
      const start = text.indexOf(value, text.indexOf(`"k${at}"`) + 4);
      expect(changed).toBe(`${text.slice(0, start)}0${text.slice(start + value.length)}`);
      expect(setValue(changed, [`k${at}`], value)).toBe(text);
      expect(removeValue(setValue(text, ["new"], "1"), ["new"])).toBe(text);
    }
  });
});

describe("removeValue", () => {
  it.each<[string, Path, string]>([
    ["[1,2]", [1], "[1]"],
    ["[1,2]", [0], "[2]"],
    ["[ 1 ]", [0], "[]"],
    ['{\n  "a": 1,\n  "b": 2\n}', ["a"], '{\n  "b": 2\n}'],
    ['{\n  "a": 1,\n  "b": 2\n}', ["b"], '{\n  "a": 1\n}'],
    ['{"a": [1, {"b": 1}]}', ["a", 1, "b"], '{"a": [1, {}]}'],
    ['{"a": 1}', ["b"], '{"a": 1}'],
    ['{"a": 1}', ["a", "b"], '{"a": 1}'],
    ["{}", [], ""],
  ])("takes out of %j at %j", (text, path, result) => {
    expect(removeValue(text, path)).toBe(result);
  });
});

describe("swapItems", () => {
  it("keeps the text between them", () => {
    expect(swapItems('{"a": [ 1.0 ,\n"x"]}', ["a"], 1, 0)).toBe('{"a": [ "x" ,\n1.0]}');
    expect(() => swapItems("[1]", [], 0, 1)).toThrow(TypeError);
  });
});
