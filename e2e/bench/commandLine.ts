/** Measures the start of the command line, and `list tools` on a server over HTTP, beside the official inspector's. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { inspectorProgram } from "../inspectorProgram.ts";
import { projectRoot } from "../runScript.ts";
import { compared, type Figure, median } from "./figure.ts";

const runs = 9;

const own = join(projectRoot, "dist/relay/cli/main.js");

/** @param url a server with tools */
export async function commandLine(url: string): Promise<Figure[]> {
  const transport = ["--transport", "http", "--method", "tools/list"];
  const programs = {
    node: ["-e", "0"],
    version: [own, "--version"],
    list: [own, "list", "tools", url],
    inspector: [inspectorProgram, "--cli", url, ...transport],
  };
  const times: Record<string, number[]> = {};
  // in turns, so that other load on the machine affects all equally
  for (let run = 0; run < runs; run++) {
    for (const [name, args] of Object.entries(programs)) {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      times[name] = [...(times[name] ?? []), performance.now() - start];
    }
  }
  const of = (name: keyof typeof programs) => median(times[name] ?? []);
  return [
    compared("command line: --version, node -e 0 as baseline", of("version"), of("node"), "≤ 3"),
    compared(
      "command line: list tools, the inspector's as baseline",
      of("list"),
      of("inspector"),
      "≤ 0.5",
    ),
  ];
}
