import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Skill } from "@modelcontextprotocol/server/ext/skills";
import { expect, onTestFinished, test } from "vitest";
import { serveHandler } from "../../e2e/servers/serveHandler.ts";
import { skillFiles, startBrokenSkill, startSkills } from "../../e2e/servers/skills.ts";
import { systemClock } from "../core/clock.ts";
import { createDemoServer } from "../demo/demoServer.ts";
import { conform, failuresOf } from "./conform.fixture.ts";
import { scenarios } from "./scenarios.ts";

const only = new Set(scenarios.filter(({ area }) => area === "skills").map(({ id }) => id));
const revisions = ["2026-07-28"] as const;

/** The checks of the official suite that a server fails, with those that are only advice. */
async function officialFailures(url: string, scenario: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "official-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = createRequire(import.meta.filename).resolve(
    "@modelcontextprotocol/conformance/package.json",
  );
  const { bin } = JSON.parse(readFileSync(path, "utf8"));
  const program = join(
    dirname(path),
    String(typeof bin === "string" ? bin : Object.values(bin)[0]),
  );
  const words = ["server", "--url", url, "--scenario", scenario, "-o", folder];
  await new Promise<void>((done) => {
    execFile(process.execPath, [program, ...words], () => done());
  });
  const [run] = readdirSync(folder);
  if (run === undefined) throw new Error(`The suite has no scenario ${scenario}.`);
  const checks: readonly { id: string; status: string }[] = JSON.parse(
    readFileSync(join(folder, run, "checks.json"), "utf8"),
  );
  expect(checks.length).toBeGreaterThan(0);
  return checks.filter(({ status }) => status === "FAILURE").map(({ id }) => id);
}

async function failedOf(url: string): Promise<readonly string[]> {
  const result = await conform(url, { only, revisions });
  return failuresOf(result).map((failure) => failure.split(" ", 1)[0] ?? "");
}

test("skills of the official SDK break no rule, here and in the official suite", async () => {
  const server = await startSkills();
  onTestFinished(server.close);
  const result = await conform(server.url, { only });
  expect(failuresOf(result)).toEqual([]);
  const passed = result.verdicts.filter(({ verdict }) => verdict.outcome === "passed");
  // at five revisions
  expect(passed).toHaveLength(5 * only.size);
  for (const name of ["enumeration", "manifest", "directory"]) {
    expect([name, await officialFailures(server.url, `sep-2640-skills-${name}`)]).toEqual([
      name,
      [],
    ]);
  }
}, 120_000);

/** The entry of the demo server's skill, changed. */
type Change = (skill: Skill) => object;

/** The demo server with another entry of its skill. */
async function startChanged(change: Change) {
  const demo = createDemoServer({
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    date: () => new Date(),
  });
  const server = await serveHandler(async (request) => {
    const response = await demo(request);
    if (!response.headers.get("content-type")?.includes("json")) return response;
    const message = JSON.parse(await response.text());
    const { result } = message;
    if (result?.skills) result.skills = result.skills.map(change);
    if (result?.skill) result.skill = change(result.skill);
    return Response.json(message, response);
  });
  onTestFinished(server.close);
  return `${server.url}/mcp`;
}

const without =
  (member: "size" | "digest"): Change =>
  ({ resources, ...rest }) => ({
    ...rest,
    resources: (resources as readonly object[]).map((file) => ({ ...file, [member]: undefined })),
  });
const withField = (name: string, value: unknown): Change => {
  return (skill) => ({ ...skill, frontmatter: { ...skill.frontmatter, [name]: value } });
};

test.each<[string, Change, ours: string, official: string]>([
  ["no size", without("size"), "skills-list-valid", "sep-2640-resources-size-required"],
  ["no digest", without("digest"), "skills-list-valid", "sep-2640-resources-digest-format"],
  [
    "another name",
    withField("name", "git"),
    "skills-list-valid",
    "sep-2640-entry-uri-matches-frontmatter-name",
  ],
  [
    "a field more in the entry",
    withField("author", "x"),
    "skill-file-verified",
    "sep-2640-entry-frontmatter-identical",
  ],
  [
    "no files",
    (skill) => ({ ...skill, resources: undefined }),
    "skills-list-valid",
    "sep-2640-entry-resources-required",
  ],
])(
  "%s fails here and in the official suite",
  async (_name, change, ours, official) => {
    const url = await startChanged(change);
    expect(await failedOf(url)).toContain(ours);
    expect(await officialFailures(url, "sep-2640-skills-enumeration")).toContain(official);
  },
  60_000,
);

test("a digest of another file is found, which the official suite does not look at", async () => {
  const changed = `${skillFiles["git-workflow/SKILL.md"]}More.\n`;
  const server = await startBrokenSkill((entry) => entry, { "SKILL.md": changed });
  onTestFinished(server.close);
  expect(await failedOf(server.url)).toEqual(["skill-file-verified"]);
});

test("what could not be compared has not passed", async () => {
  const url = await startChanged((skill) => ({ ...skill, resources: "dynamic" }));
  const { verdicts } = await conform(url, { only, revisions });
  const verified = verdicts.find(({ scenario }) => scenario.id === "skill-file-verified");
  expect(verified?.verdict).toMatchObject({
    outcome: "not-applicable",
    sentence: expect.stringContaining('is "dynamic": it has no size and no digest'),
  });
});
