import { expect, test } from "vitest";
import {
  capabilitiesText,
  isExtensionsText,
  requestCapabilitiesText,
} from "./clientCapabilities.ts";

test("extensions are declared as typed, beside those of the client or in their place", () => {
  const extensions =
    '{ "com.example/x": { "n": 1.0, "big": 12345678901234567890 }, "io.modelcontextprotocol/tasks": {"own": true} }';
  for (const text of [capabilitiesText, requestCapabilitiesText]) {
    const declared = text({ withheld: [], extensions });
    expect(declared).toContain('{ "n": 1.0, "big": 12345678901234567890 }');
    const all = JSON.parse(declared).extensions;
    expect(all).toHaveProperty(["io.modelcontextprotocol/ui"]);
    expect(all["io.modelcontextprotocol/tasks"]).toEqual({ own: true });
  }
  expect(
    JSON.parse(capabilitiesText({ withheld: ["apps"], extensions: '{"a/b":{}}' })).extensions,
  ).toEqual({ "a/b": {} });
});

test("a text that is no object of objects changes nothing, and another client declares only its own", () => {
  const plain = requestCapabilitiesText({ withheld: [] });
  for (const extensions of ["", " ", "{", "[]", '{"a":1}', `{"a":{"x":"${"y".repeat(30_000)}"}}`]) {
    expect(requestCapabilitiesText({ withheld: [], extensions })).toBe(plain);
  }
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a/${index}`, {}]));
  expect(isExtensionsText(JSON.stringify(many))).toBe(false);
  const actsAs = { capabilities: { roots: {} } };
  expect(requestCapabilitiesText({ withheld: [], actsAs, extensions: '{"a":{}}' })).toBe(
    '{"roots":{}}',
  );
  expect(isExtensionsText('{"__proto__":{}}')).toBe(true);
  expect(requestCapabilitiesText({ withheld: [], extensions: '{"__proto__":{"x":1}}' })).toContain(
    '"__proto__":{"x":1}',
  );
});
