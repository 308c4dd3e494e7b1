/** The skill that the package has for agents passes the project's own checks and names only what there is. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toHex } from "../../../shared/core/hex.ts";
import { checkSkillEntry } from "../../../shared/skills/checkEntry.ts";
import { readFrontmatter } from "../../../shared/skills/frontmatter.ts";
import { readSkillEntry } from "../../../shared/skills/skillEntry.ts";
import { verifySkillFile } from "../../../shared/skills/verifyFile.ts";
import { startAgent } from "./agent.fixture.ts";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "skills");

test("the skill is right by the checks of skills, and is packed", async () => {
  const files = globSync("**/*.*", { cwd: folder }).map((path) => path.replaceAll("\\", "/"));
  const resources = await Promise.all(
    files.map(async (path) => {
      const bytes = readFileSync(join(folder, path));
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      const digest = `sha256:${toHex(hash)}`;
      return { uri: `skill://${path}`, size: bytes.byteLength, digest, mimeType: "text/markdown" };
    }),
  );
  const uri = "skill://mcp-playground/SKILL.md";
  const bytes = readFileSync(join(folder, "mcp-playground/SKILL.md"));
  const read = readFrontmatter(bytes.toString());
  if (read.kind !== "read") throw new Error(read.kind);
  const listed = { uri, frontmatter: read.value, resources };
  expect(checkSkillEntry(listed, "")).toEqual([]);
  const entry = readSkillEntry(listed);
  if (!entry) throw new Error("It is no entry");
  const verified = await verifySkillFile(entry, uri, new Uint8Array(bytes), "");
  expect(verified.findings).toEqual([]);
  expect(verified.compared).toMatchObject({ size: true, digest: true, frontmatter: true });
  // what a model reads before it does anything
  expect(read.body.length).toBeLessThan(5000);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(manifest.files).toContain("skills");
});

test("the skill and the documentation name the tools as they are", async () => {
  const agent = await startAgent([]);
  const { tools } = await agent.client.listTools();
  const names = tools.map(({ name }) => name);
  const members = tools.flatMap(({ inputSchema, outputSchema }) => [
    ...Object.keys(inputSchema.properties ?? {}),
    ...Object.keys(outputSchema?.properties ?? {}),
  ]);
  const skill = readFileSync(join(folder, "mcp-playground/SKILL.md"), "utf8");
  const known = new Set([...names, ...members, "fromServer", "expected", "fix", "evidence", "npx"]);
  const words = [...skill.matchAll(/`([a-z_A-Z]+)`/g)].map(([, word = ""]) => word);
  const outcomes = ["violation", "warning", "note"];
  expect(words.filter((word) => !known.has(word) && !outcomes.includes(word))).toEqual([]);
  const docs = readFileSync(join(root, "docs/agents.md"), "utf8");
  const rows = [...docs.matchAll(/^\| `([a-z_]+)` \| /gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(names.toSorted());
});
