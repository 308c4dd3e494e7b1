import { expect, test } from "vitest";
import { encodeText } from "../core/bytes.ts";
import { chooseArchiveFiles } from "./archiveFiles.ts";
import { skillFinding } from "./skillFinding.ts";

const uri = "skill://a/SKILL.md";
const bytes = encodeText("x");
const compared = { size: true, digest: true, frontmatter: false, links: undefined };
const right = { bytes, verdict: { compared, findings: [] } };

test.each([
  ["b%5Cc.md", "unsafe-name"],
  ["C%3A/b.md", "unsafe-name"],
  ["b%0A.md", "unsafe-name"],
  ["b%E2%80%AE.md", "unsafe-name"],
  ["b.", "unsafe-name"],
  ["b /c.md", "unsafe-name"],
  ["nul.txt", "unsafe-name"],
  ["x".repeat(256), "unsafe-name"],
  [`${"a/".repeat(600)}b`, "unsafe-name"],
  ["../b.md", "unsafe-name"],
  ["SKILL%2Emd", "same-name"],
  ["skill.md", "same-name"],
  ["SKILL.md/b.md", "same-name"],
])("%s is not archived: %s", (path, reason) => {
  const file = `skill://a/${path}`;
  const choice = chooseArchiveFiles(uri, [uri, file], [right, right]);
  expect(choice.files).toEqual([{ path: "SKILL.md", bytes }]);
  expect(choice.leftOut).toEqual([{ uri: file, reason }]);
  expect(choice.unverified).toBe(0);
});

test("what differs or was not read is left out, and what was not verified is counted", () => {
  const differs = skillFinding("skill-size-differs", { uri, file: uri, expected: 1, found: 2 }, "");
  const files = ["SKILL.md", "b/c", "b", "d", "e"].map((path) => `skill://a/${path}`);
  const readings = [
    { bytes, verdict: { compared, findings: [differs] } },
    { bytes, verdict: { compared: { ...compared, digest: false }, findings: [] } },
    right,
    undefined,
    { bytes, verdict: undefined },
  ];
  const choice = chooseArchiveFiles(uri, files, readings);
  expect(choice.files.map(({ path }) => path)).toEqual(["b/c", "e"]);
  expect(choice.leftOut.map(({ reason }) => reason)).toEqual(["differs", "same-name", "not-read"]);
  expect(choice.unverified).toBe(2);
});
