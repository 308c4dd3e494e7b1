import { expect, test } from "vitest";
import { readItem } from "./items.ts";
import { readInTurn, shownPath, skillOfFile, skillRows } from "./skillFiles.ts";
import { noteOfLinks } from "./skillLinkNotes.ts";

const digest = `sha256:${"0".repeat(64)}`;
const skill = (root: string, ...paths: readonly string[]) => {
  const uri = `${root}/SKILL.md`;
  const resources = ["SKILL.md", ...paths].map((path) => ({
    uri: `${root}/${path}`,
    digest,
    size: 1,
  }));
  const name = root.slice(root.lastIndexOf("/") + 1);
  return readItem("skill", { uri, frontmatter: { name, description: "d" }, resources });
};
const outer = skill("skill://a", "b.md", "inner/SKILL.md", "inner/c.md");
const inner = skill("skill://a/inner", "c.md");
const rowsOf = (selected: string | undefined) =>
  skillRows([outer, inner], selected).map(({ label, isWithin }) =>
    isWithin ? `- ${label}` : label,
  );

test("the skill of the selected file shows its files, others do not", () => {
  expect(rowsOf(undefined)).toEqual(["a", "inner"]);
  expect(rowsOf("skill://a/b.md")).toEqual([
    "a",
    "- b.md",
    "- inner/SKILL.md",
    "- inner/c.md",
    "inner",
  ]);
  expect(rowsOf("skill://a/inner/SKILL.md")).toEqual(["a", "inner", "- c.md"]);
  expect(skillRows([inner], undefined).map(({ name }) => name)).toEqual([
    "skill://a/inner/SKILL.md",
    "skill://a/inner/c.md",
  ]);
});

test("a file belongs to the innermost skill that lists it", () => {
  expect(skillOfFile([outer, inner], "skill://a/inner/c.md")).toBe(inner);
  expect(skillOfFile([outer, inner], "skill://a/b.md")).toBe(outer);
  expect(skillOfFile([outer, inner], "skill://b/x.md")).toBeUndefined();
});

test("a skill of any shape has a row, and its path is shown without hidden characters", () => {
  const odd = readItem("skill", { uri: "x", frontmatter: 3, resources: [{ uri: 4 }, null] });
  expect(skillRows([odd], "x").map(({ label }) => label)).toEqual(["x"]);
  const entry = { uri: "skill://a/SKILL.md", frontmatter: undefined, files: undefined };
  expect(shownPath(entry, "skill://a/b\u{202e}.md")).toBe("b\\u{202e}.md");
});

test("links of SKILL.md are noted where they lead nowhere", () => {
  const files = [{ uri: "skill://a/b.md", digest, size: 1 }];
  const note = noteOfLinks({ uri: "skill://a/SKILL.md", frontmatter: {}, files });
  expect(["b.md#x", "c.md", "../d.md", "https://e.example/"].map(note)).toEqual([
    undefined,
    "no such file",
    "outside the skill",
    undefined,
  ]);
});

test("a few files are read at a time, and one that fails keeps none of the others", async () => {
  let now = 0;
  let most = 0;
  const files = Array.from({ length: 50 }, (_, at) => String(at));
  const read = await readInTurn(files, async (file) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    if (file === "7") throw new Error("refused");
    return file;
  });
  expect(most).toBe(4);
  expect(read).toEqual(files.map((file) => (file === "7" ? undefined : file)));
});
