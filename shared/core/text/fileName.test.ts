import { expect, test } from "vitest";
import { fileName } from "./fileName.ts";

test.each([
  ["file:///reports/June 2026.csv?x=1", "text/csv", "June-2026.csv"],
  ["demo://notes/..", "text/markdown; charset=utf-8", "content.md"],
  ["x:/..-.profile-.", "", "profile.bin"],
  ["", "image/png", "content.png"],
])("%s of type %s is saved as %s", (source, mimeType, name) => {
  expect(fileName(source, mimeType, "bin")).toBe(name);
});

test("a name of a million dots is cut first", () => {
  expect(fileName(`x:a${".".repeat(1_000_000)}b`, "", "bin")).toBe("x-a.bin");
});
