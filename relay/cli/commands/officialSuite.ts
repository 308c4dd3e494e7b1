/** Runs the official conformance suite against a server, and reads its verdicts. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Target } from "../../../shared/config/target.ts";
import type { RevisionFacts } from "../../../shared/conform/runConform.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import type { Outcome, RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { createInterrupt } from "../connection/commandClient.ts";
import type { Terminal } from "../terminal.ts";
import { openStdioBridge } from "./stdioBridge.ts";

const packageName = "@modelcontextprotocol/conformance";
/** The version that it is tested with. */
const packageVersion = "0.2.0-alpha.12";

/** The revisions that it has requirements for. */
const revisionsOfSuite = ["2026-07-28", "2025-11-25"];

/** A tool that the scenarios about fixtures need. */
const fixtureTool = "test_simple_text";

/** Scenarios that examine any server; the others need the tools of a fixture. */
const generalScenarios = new Set([
  "server-initialize",
  "server-session-lifecycle",
  "server-stateless",
  "ping",
  "logging-set-level",
  "tools-list",
  "resources-list",
  "prompts-list",
  "sep-2164-resource-not-found",
  "caching",
  "http-header-validation",
  "dns-rebinding-protection",
  "server-sse-multiple-streams",
]);

/** Scenarios about HTTP, which say nothing about a command: the bridge answers them. */
const httpScenarios = new Set([
  "server-session-lifecycle",
  "server-stateless",
  "server-sse-multiple-streams",
  "server-sse-polling",
  "http-header-validation",
  "http-custom-header-server-validation",
  "dns-rebinding-protection",
]);

/** Scenarios of an extension, which the suite runs one by one; they examine any server. */
const skillScenarioNames = ["enumeration", "manifest", "directory"].map(
  (name) => `sep-2640-skills-${name}`,
);

/** Milliseconds for all scenarios of one revision. */
const limitMs = 300_000;

/**
 * Runs the suite at each revision that both know. It speaks HTTP, so a command is served over HTTP
 * for it.
 * @returns a verdict for each check; one that says why it could not run otherwise
 */
export async function runOfficialSuite(
  target: Target,
  facts: readonly RevisionFacts[],
  terminal: Terminal,
): Promise<readonly RuleVerdict[]> {
  const program = findSuite();
  if (program === undefined) {
    const install = `npm install --save-dev ${packageName}@${packageVersion}`;
    return [missing(`The official suite is not installed here: ${install}`)];
  }
  const isCommand = target.kind === "stdio";
  const bridge = isCommand ? await openStdioBridge(target) : undefined;
  const control = new AbortController();
  const removeClose = createInterrupt().add(async () => {
    control.abort();
    await bridge?.close();
  });
  const url = isCommand ? (bridge?.url ?? "") : target.url;
  const verdicts: RuleVerdict[] = [];
  for (const { revision, lists } of facts) {
    if (!revisionsOfSuite.includes(revision)) continue;
    terminal.showStatus(`${revision}: the official suite…`);
    const isFixture = lists.tools?.some((tool) => getOwn(tool, "name") === fixtureTool) === true;
    const folder = mkdtempSync(join(tmpdir(), "mcp-conformance-"));
    try {
      const runs = [["--requirements", revision]];
      // its scenarios of an extension choose the revision themselves
      if (lists.skills && revision === facts[0]?.revision) {
        runs.push(...skillScenarioNames.map((name) => ["--scenario", name]));
      }
      for (const run of runs) {
        const words = [program, "server", "--url", url, ...run, "-o", folder];
        await new Promise<void>((done) => {
          const { signal } = control;
          execFile(process.execPath, words, { timeout: limitMs, signal }, () => done());
        });
      }
      verdicts.push(...readChecks(folder, { revision, isFixture, isCommand }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  removeClose();
  await bridge?.close();
  return verdicts.length > 0 ? verdicts : [missing("The official suite gave no verdict.")];
}

const missing = (sentence: string): RuleVerdict => ({
  rule: "official-suite",
  outcome: "could-not-run",
  sentence,
  evidence: [],
});

/** Its program, where this folder or this package has it. */
function findSuite(): string | undefined {
  for (const from of [resolve("package.json"), import.meta.filename]) {
    try {
      const path = createRequire(from).resolve(`${packageName}/package.json`);
      const bin = getOwn(JSON.parse(readFileSync(path, "utf8")), "bin");
      const program = typeof bin === "string" ? bin : Object.values(bin ?? {})[0];
      return join(dirname(path), String(program));
    } catch {}
  }
  return undefined;
}

const outcomes: Readonly<Record<string, Outcome>> = {
  SUCCESS: "passed",
  FAILURE: "violation",
  WARNING: "warning",
  SKIPPED: "not-applicable",
};

interface CheckContext {
  readonly revision: string;
  readonly isFixture: boolean;
  readonly isCommand: boolean;
}

/** Reads the `checks.json` of each scenario. */
function readChecks(
  folder: string,
  { revision, isFixture, isCommand }: CheckContext,
): readonly RuleVerdict[] {
  return readdirSync(folder).flatMap((name) => {
    // `server-<scenario>-<time>`
    const scenario = name.replace(/-\d{4}-\d\d-\d\dT.*$/, "").replace(/^server-(?=.)/, "");
    const isIn = (names: ReadonlySet<string>) =>
      names.has(scenario) || names.has(`server-${scenario}`);
    const examinesAny =
      isFixture || isIn(generalScenarios) || skillScenarioNames.includes(scenario);
    const isOfBridge = isCommand && isIn(httpScenarios);
    let checks: unknown;
    try {
      checks = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8"));
    } catch {
      return [];
    }
    return (Array.isArray(checks) ? checks : []).flatMap((check): readonly RuleVerdict[] => {
      const text = (member: string) => String(getOwn(check, member) ?? "");
      const outcome = outcomes[text("status")];
      // the others are steps that it took
      if (!outcome) return [];
      const references = getOwn(check, "specReferences");
      const section = getOwn(Array.isArray(references) ? references[0] : undefined, "url");
      const isFinding = outcome === "violation" || outcome === "warning";
      const reason = isOfBridge
        ? "It is about Streamable HTTP."
        : isFinding && !examinesAny
          ? `It needs a server with the tools of the suite, such as ${fixtureTool}.`
          : undefined;
      return [
        {
          rule: `official/${scenario}/${text("id")}`,
          outcome: reason === undefined ? outcome : "not-applicable",
          revision,
          sentence:
            reason ?? [text("description"), text("errorMessage")].filter(Boolean).join(". "),
          ...(typeof section === "string" && { section }),
          evidence: [],
        },
      ];
    });
  });
}
