/** Reads and writes the tool lists of real servers, which `capture.ts` has captured. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../shared/core/json/jsonObject.ts";

/** What one server answered to `tools/list`. */
export interface ToolList {
  /** The npm package, its version, and the arguments it was started with, over stdio. */
  readonly name: string;
  readonly version: string;
  readonly args: readonly string[];
  readonly revision: string;
  readonly tools: readonly unknown[];
}

export type CapturedTool = JsonObject & { readonly name: string; readonly inputSchema: JsonObject };

export interface CapturedList extends ToolList {
  readonly tools: readonly CapturedTool[];
}

const folder = new URL("./captured/", import.meta.url);

/** Every captured list, by the name of its package. */
export function readToolLists(): readonly CapturedList[] {
  return readdirSync(fileURLToPath(folder))
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")));
}

/** Writes one tool per line, each as the server wrote it, so that a difference names its tool. */
export function writeToolList({ name, version, args, revision, tools }: ToolList): void {
  const file = `${name.replace(/^@/, "").replaceAll("/", "-")}.json`;
  const head = JSON.stringify({ name, version, args, revision }).slice(0, -1);
  const lines = tools.map((tool) => JSON.stringify(tool)).join(",\n");
  writeFileSync(new URL(file, folder), `${head},"tools":[\n${lines}\n]}\n`);
}
