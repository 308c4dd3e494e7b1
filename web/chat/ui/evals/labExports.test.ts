import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { definitionText, labPatch } from "./labExports.ts";

/** Applies a patch with git to the file of a definition. @returns the folder afterwards */
function applied(patch: string, file: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "lab-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, file), text);
  const options = { cwd: folder, input: patch, env: { ...process.env, GIT_DIR: "absent" } };
  execFileSync("git", ["apply", "-"], options);
  return folder;
}

test.each([
  ["add", "add.json"],
  ["../../up", "..%2F..%2Fup.json"],
  ["x\n--- a/y\n+++ b/y\n@@ -0,0 +1 @@\n+z", undefined],
  ["a\tb\ud800", "a%09b%EF%BF%BD.json"],
  ["__proto__", "__proto__.json"],
])("the patch of the tool %j applies to its own file only", (name, expected) => {
  const before = { name, description: "line one\nline two", inputSchema: { type: "object" } };
  const after = { ...before, description: "Adds\n+++ b/other" };
  const patch = labPatch([{ before, after }]);
  const file = expected ?? `${encodeURIComponent(name)}.json`;
  const folder = applied(patch, file, `${definitionText(before)}\n`);
  expect(readdirSync(folder)).toEqual([file]);
  expect(JSON.parse(readFileSync(join(folder, file), "utf8"))).toEqual(after);
});
