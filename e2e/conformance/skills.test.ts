import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { encodeText } from "../../shared/core/bytes.ts";
import { type Skill, verifySkillFile } from "./skills.ts";

const uri = "skill://pdf/SKILL.md";
const good =
  "---\nname: pdf\ndescription: Fills in forms\nmetadata:\n  b: 1\n  a: [x, y]\n---\n\nBody.\n";
const frontmatter = {
  name: "pdf",
  description: "Fills in forms",
  metadata: { a: ["x", "y"], b: 1 },
};

function skillFor(text: string, more: Partial<Skill> = {}): Skill {
  const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  const { byteLength: size } = encodeText(text);
  return { uri, frontmatter, resources: [{ uri, digest, size }], ...more };
}

test("a file that matches its entry may be used", async () => {
  expect(await verifySkillFile(skillFor(good), uri, encodeText(good))).toBeUndefined();
});

/** The file that was read, and the listed one. */
test.each([
  ["more bytes", `${good}!`, skillFor(good), { kind: "size" }],
  ["other bytes", good.replace("Body", "Evil"), skillFor(good), { kind: "digest" }],
  [
    "another description",
    good.replace("Fills", "Kills"),
    skillFor(good.replace("Fills", "Kills")),
    { kind: "frontmatter", field: "description" },
  ],
  [
    "a field more",
    good.replace("name:", "x: 1\nname:"),
    skillFor(good.replace("name:", "x: 1\nname:")),
    { kind: "frontmatter", field: "x" },
  ],
  [
    "a field less",
    good,
    skillFor(good, { frontmatter: { ...frontmatter, y: 1 } }),
    { kind: "frontmatter", field: "y" },
  ],
  ["no frontmatter", "Body.", skillFor("Body."), { kind: "no-frontmatter" }],
  [
    "broken frontmatter",
    "---\na: [\n---\n",
    skillFor("---\na: [\n---\n"),
    { kind: "no-frontmatter" },
  ],
  [
    "a list for frontmatter",
    "---\n- a\n---\n",
    skillFor("---\n- a\n---\n"),
    { kind: "no-frontmatter" },
  ],
])("%s: it must not", async (_name, text, skill, problem) => {
  expect(await verifySkillFile(skill, uri, encodeText(text))).toMatchObject(problem);
});

test("a file that the entry does not list must not be used", async () => {
  const other = "skill://pdf/other.md";
  expect(await verifySkillFile(skillFor(good), other, encodeText(good))).toEqual({
    kind: "not-listed",
    uri: other,
  });
});
