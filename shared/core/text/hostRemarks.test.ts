import { expect, test } from "vitest";
import { hostRemarks } from "./hostRemarks.ts";

const codes = (address: string) => hostRemarks(new URL(address)).map(({ code }) => code);

test.each([
  "https://example.com/mcp",
  "http://localhost:3000",
  "http://[::1]:1/",
  "http://1.2.3.4",
])("%s is what it seems to be", (address) => expect(codes(address)).toEqual([]));

test("a host in Cyrillic that reads like a Latin one", () => {
  expect(hostRemarks(new URL("https://аррӏе.com/"))).toEqual([
    { code: "international", unicode: "аррӏе.com" },
    { code: "look-alike", like: "apple.com" },
  ]);
});

test("a Cyrillic letter among Latin ones", () => {
  expect(hostRemarks(new URL("https://githuь.com.sеrver.dev/"))).toContainEqual({
    code: "mixed-scripts",
    scripts: ["Latin", "Cyrillic"],
  });
  expect(codes("https://аpple.com")).toEqual(["international", "mixed-scripts", "look-alike"]);
});

test.each(["https://münchen.example", "https://日本のlab.example", "https://пример.рф"])(
  "%s is named as browsers show it",
  (address) => expect(codes(address)).toContain("international"),
);

test("Japanese with Latin letters is ordinary", () => {
  expect(codes("https://日本のlab.example")).toEqual(["international"]);
});

test("userinfo that passes for a host", () => {
  expect(codes("https://github.com@evil.example/")).toEqual(["userinfo"]);
});
