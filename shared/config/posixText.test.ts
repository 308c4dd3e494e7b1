import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { posixCommand, quotedForPosix } from "./posixText.ts";

const printed = (shell: string, word: string) =>
  execFileSync(shell, ["-c", `printf %s ${word}`], { encoding: "utf8" });

const hostile = [
  "it's; echo RUN; '",
  "$(echo RUN) `echo RUN` $HOME\n\nnext",
  "x\\'; echo RUN #\\\\' it's \\\\\\\\",
  "\u001b[201~'; echo RUN; #\\' \u202e",
];

test.each(hostile)("bash restores %j", (text) => {
  expect(printed("bash", quotedForPosix(text))).toBe(text);
});

test.each(hostile)("sh, which may not know the escapes, runs nothing of %j", (text) => {
  expect(printed("sh", quotedForPosix(text)).split("\n")).not.toContain("RUN");
  expect(printed("sh", quotedForPosix(text))).toContain("echo RUN");
});

/** Reads a word by the rules of fish; throws where it is not one word. */
function readAsFish(word: string): string {
  const token = /'((?:[^\\']|\\[\s\S])*)'|\\([\\'])/y;
  let text = "";
  while (token.lastIndex < word.length) {
    const match = token.exec(word);
    if (!match) throw new Error(word);
    text += match[2] ?? match[1]?.replace(/\\([\\'])/g, "$1") ?? "";
  }
  return text;
}

test("no text leaves its quotes in fish, which reads what other shells read", () => {
  const text = fc.string({ unit: fc.constantFrom("\\", "'", "a", ";", " ", "\n", '"', "$") });
  fc.assert(
    fc.property(text, (any) => {
      const word = quotedForPosix(any);
      expect(readAsFish(word)).toBe(any);
    }),
    { numRuns: 1000 },
  );
});

test("words of a command are quoted where a shell would read them", () => {
  expect(posixCommand("mcp-playground", ["tap", "--install", "a;b", "~", ""])).toBe(
    "mcp-playground tap --install 'a;b' '~' ''",
  );
});
