/** Measures the start of the command line, and `list tools` on a server over HTTP, beside the official inspector's and mcpc. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { inspectorProgram } from "../inspectorProgram.ts";
import { projectRoot } from "../runScript.ts";
import { compared, type Figure, median } from "./figure.ts";

const runs = 9;

const own = join(projectRoot, "dist/relay/cli/main.js");

/** Not a dependency of the project: it brings 150 packages, for this comparison only. */
const mcpcPackage = "@apify/mcpc@0.2.6";
const mcpcFolder = join(projectRoot, "dist/cache", mcpcPackage.replace("/", "-"));
const mcpcProgram = join(mcpcFolder, "node_modules/@apify/mcpc/bin/mcpc");
const session = "@bench";

/** @param url a server with tools */
export async function commandLine(url: string): Promise<Figure[]> {
  installMcpc();
  const transport = ["--transport", "http", "--method", "tools/list"];
  // mcpc keeps a process with the connection; its first and last commands start and end it
  const programs = {
    node: ["-e", "0"],
    version: [own, "--version"],
    inspectorVersion: [inspectorProgram, "--version"],
    mcpcVersion: [mcpcProgram, "--version"],
    list: [own, "list", "tools", url],
    inspector: [inspectorProgram, "--cli", url, ...transport],
    mcpcConnect: [mcpcProgram, "connect", url, session],
    mcpcList: [mcpcProgram, session, "tools-list"],
    mcpcClose: [mcpcProgram, "close", session],
  };
  const times: Record<string, number[]> = {};
  const start = (args: readonly string[]) =>
    spawnSync(process.execPath, args, { encoding: "utf8", env });
  try {
    // in turns, so that other load on the machine affects all equally
    for (let run = 0; run < runs; run++) {
      for (const [name, args] of Object.entries(programs)) {
        const startedAt = performance.now();
        const { status, stderr } = start(args);
        if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
        times[name] = [...(times[name] ?? []), performance.now() - startedAt];
      }
    }
  } finally {
    start(programs.mcpcClose);
  }
  const of = (name: keyof typeof programs) => median(times[name] ?? []);
  const row = (what: string, value: number, baseline: number, goal: string) =>
    compared(`command line: ${what} as baseline`, value, baseline, goal);
  const version = of("version");
  const list = of("list");
  const whole = of("mcpcConnect") + of("mcpcList") + of("mcpcClose");
  return [
    row("--version, node -e 0", version, of("node"), "≤ 3"),
    row("--version, the inspector's", version, of("inspectorVersion"), "≤ 0.5"),
    row("--version, mcpc's", version, of("mcpcVersion"), "≤ 0.5"),
    row("list tools, the inspector's", list, of("inspector"), "≤ 0.5"),
    row("list tools, mcpc's connect, tools-list and close", list, whole, "≤ 0.5"),
    row("list tools, mcpc's tools-list in an open session", list, of("mcpcList"), "< 1"),
  ];
}

/** mcpc stores its sessions in the home folder. */
const env = { ...process.env, HOME: mcpcFolder };

function installMcpc(): void {
  if (existsSync(mcpcProgram)) return;
  mkdirSync(mcpcFolder, { recursive: true });
  const options = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", ...options, "--prefix", mcpcFolder, mcpcPackage], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
