import { expect, onTestFinished, test } from "vitest";
import { startBrokenSkill, startSkills } from "../../../e2e/servers/skills.ts";
import { runCli } from "../cli.fixture.ts";

async function started<Server extends { close(): Promise<void> }>(starting: Promise<Server>) {
  const server = await starting;
  onTestFinished(server.close);
  return server;
}

const main = "skill://git-workflow/SKILL.md";

test.each(["2025-06-18", "2025-11-25", "2026-07-28"])(
  "at %s, skills of the official SDK are listed, read, verified and break no rule",
  async (revision) => {
    const { url } = await started(startSkills());
    const at = ["--revision", revision];
    const list = await runCli("list", "skills", url, ...at);
    expect(list.out).toContain(`${main}\n  Follow the conventions for branches and commits\n`);
    expect(list.out).toContain("skill://billing/refunds/SKILL.md");
    const read = await runCli("read", "skill://git-workflow/scripts/check.py", url, ...at);
    expect(read).toEqual({
      code: 0,
      out: "print('ok')\n\n",
      err: `Size and digest are those of the skill ${main}.\n`,
    });
    const checked = await runCli("check", "--digests", url, ...at);
    expect(checked.out).toContain("2 skills");
    expect(checked.out).toContain("0 violations, 0 warnings");
    expect(checked.code).toBe(0);
  },
);

test("a file that is not what was listed is a violation, and the command ends with 1", async () => {
  const { url } = await started(
    startBrokenSkill((entry) => entry, { "references/names.md": "# Nimes\n" }),
  );
  const file = "skill://git-workflow/references/names.md";
  const read = await runCli("read", file, url);
  expect(read.code).toBe(1);
  expect(read.err).toContain(`${file} has another digest than the skill’s entry: sha256:`);
  // the files are read on request only
  expect((await runCli("check", url)).code).toBe(0);
  const checked = await runCli("check", "--digests", url);
  expect(checked.code).toBe(1);
  expect(checked.out).toContain("skill-digest-differs in resources/read");
  expect(checked.out).toContain(
    "https://modelcontextprotocol.io/seps/2640-skills-extension#integrity-and-verification",
  );
});

test("a skill without digests is a violation only where they are required", async () => {
  const { url } = await started(startBrokenSkill((entry) => ({ ...entry, resources: "dynamic" })));
  expect((await runCli("read", main, url)).err).toContain("has no digests; nothing was verified");
  const plain = await runCli("check", url);
  expect(plain.code).toBe(0);
  expect(plain.out).toContain("note skill-dynamic");
  const strict = await runCli("check", "--digests", url);
  expect(strict.code).toBe(1);
  expect(strict.out).toContain("violation skill-dynamic");
});

test("SKILL.md is compared with its entry, and its links are followed, without --digests", async () => {
  const { url } = await started(
    startBrokenSkill((entry) => ({
      ...entry,
      frontmatter: { ...entry.frontmatter, license: "Apache-2.0" },
    })),
  );
  const { code, out } = await runCli("check", url);
  expect(code).toBe(1);
  expect(out).toContain('The field "license" of the frontmatter is not the same');
  expect(out).toContain('links to "scripts/" in line 11, and the skill has no such file');
});
