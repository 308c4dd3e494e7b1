/** The program of the official inspector, and its version. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./runScript.ts";

const folder = join(projectRoot, "node_modules/@modelcontextprotocol/inspector");

/** Takes `--cli` or `--web`. */
export const inspectorProgram = join(folder, "clients/launcher/build/index.js");

export const inspectorVersion: string = JSON.parse(
  readFileSync(join(folder, "package.json"), "utf8"),
).version;
