import { expect, test } from "vitest";
import { hostRemarks } from "./hostRemarks.ts";

const codes = (address: string) => hostRemarks(new URL(address)).map(({ code }) => code);

test.each([
  "https://example.com/mcp",
  "http://localhost:3000",
  "http://[::1]:1/",
  "http://1.2.3.4",
])("%s has no remark", (address) => expect(codes(address)).toEqual([]));

test("a Cyrillic host that looks like a Latin one", () => {
  expect(hostRemarks(new URL("https://аррӏе.com/"))).toEqual([
    { code: "international", unicode: "аррӏе.com" },
    { code: "look-alike", like: "apple.com" },
  ]);
});

test("a Cyrillic letter in a Latin label", () => {
  expect(hostRemarks(new URL("https://githuь.com.sеrver.dev/"))).toContainEqual({
    code: "mixed-scripts",
    scripts: ["Latin", "Cyrillic"],
  });
  expect(codes("https://аpple.com")).toEqual(["international", "mixed-scripts", "look-alike"]);
});

test.each(["https://münchen.example", "https://日本のlab.example", "https://пример.рф"])(
  "%s is shown in Unicode",
  (address) => expect(codes(address)).toContain("international"),
);

test("Japanese with Latin letters is not mixed", () => {
  expect(codes("https://日本のlab.example")).toEqual(["international"]);
});

test("userinfo that looks like a host", () => {
  expect(codes("https://github.com@evil.example/")).toEqual(["userinfo"]);
});
