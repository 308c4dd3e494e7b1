/** Runs the suite's server scenarios directly, through the relay's forwarder and through a tap, and compares the results. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { startConformanceServer } from "../servers/conformance/conformanceServer.ts";
import { openForwarder } from "./forwarder.ts";
import { openTap } from "./openTap.ts";
import { type Check, runSuite } from "./suite.ts";

/** Revisions for which the suite has requirements. */
export const serverSets = ["2025-11-25", "2026-07-28"] as const;

/** Scenarios that a faulty forwarder would fail; each must have run. */
const requiredScenarios = [
  "dns-rebinding-protection",
  "http-header-validation",
  "http-custom-header-server-validation",
];

/** Scenarios of an extension that the server does not implement. */
const isUnsupported = (scenario: string) => scenario.startsWith("tasks-");

/** Result of one set. */
export interface ServerVerdict {
  readonly set: string;
  /** Successful checks without the forwarder. */
  readonly earned: number;
  readonly scenarios: number;
  /** Differences between the runs, and failed checks. */
  readonly problems: readonly string[];
}

/** Outcomes by scenario: the ids of the checks with how they ended, in a fixed order. */
type Outcomes = ReadonlyMap<string, readonly string[]>;

/** Runs each set directly, through the forwarder and through a tap. */
export async function runServerSuites(): Promise<readonly ServerVerdict[]> {
  const server = await startConformanceServer();
  const forwarder = await openForwarder(server.url);
  const tap = await openTap(server.url);
  try {
    const verdicts: ServerVerdict[] = [];
    for (const set of serverSets) {
      const direct = await outcomesAt(server.url.replace("127.0.0.1", "localhost"), set);
      const forwarded = await outcomesAt(forwarder.url, set);
      const tapped = await outcomesAt(tap.url, set);
      const { problems, ...verdict } = compare(set, direct, forwarded);
      const ofTap = compare(set, direct, tapped).problems.map((problem) => `tap: ${problem}`);
      verdicts.push({ ...verdict, problems: [...problems, ...ofTap] });
    }
    return verdicts;
  } finally {
    await tap.close();
    await forwarder.close();
    await server.close();
  }
}

function compare(set: string, direct: Outcomes, forwarded: Outcomes): ServerVerdict {
  const problems: string[] = [];
  const names = new Set([...direct.keys(), ...forwarded.keys()]);
  for (const name of names) {
    const [one, other] = [direct.get(name) ?? [], forwarded.get(name) ?? []];
    if (one.join() !== other.join()) {
      problems.push(`${name}: directly ${one.join(", ")}; forwarded ${other.join(", ")}`);
    }
    const bad = one.filter((check) => /FAILURE|WARNING/.test(check));
    if (bad.length > 0 && !isUnsupported(name)) problems.push(`${name}: ${bad.join(", ")}`);
  }
  const all = [...direct.values()].flat();
  const earned = all.filter((check) => check.endsWith("SUCCESS")).length;
  for (const name of set === "2026-07-28" ? requiredScenarios : requiredScenarios.slice(0, 1)) {
    if (!names.has(name)) problems.push(`${name}: not run`);
  }
  if (earned === 0) problems.push("Nothing was earned");
  return { set, earned, scenarios: names.size, problems };
}

async function outcomesAt(url: string, set: string): Promise<Outcomes> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    await runSuite(["server", "--url", url, "--requirements", set, "-o", folder], {});
    const files = await readdir(folder, { recursive: true });
    const read = files
      .filter((path) => basename(path) === "checks.json")
      .map(async (path) => {
        const checks = JSON.parse(await readFile(join(folder, path), "utf8")) as readonly Check[];
        return [scenarioOf(dirname(path)), checks.map(outcomeOf).sort()] as const;
      });
    return new Map(await Promise.all(read));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The suite names folders `server-<scenario>-<time>`. */
function scenarioOf(folder: string): string {
  return folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
}

function outcomeOf({ id, status }: Check): string {
  return `${id} ${status}`;
}
