/**
 * Loads the official inspector beside the page (`npm run bench:peers`), prints both with their
 * ratios, and writes the table in README.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { createRelay } from "../../relay/server.ts";
import { chromiumArgs, ensureChromium } from "../chromium.ts";
import { ensureBuild, pageDir } from "../ensureBuild.ts";
import { projectRoot } from "../runScript.ts";
import { median, round } from "./figure.ts";
import { addressBar } from "./firstLoad.ts";
import { inspectorVersion, startInspector } from "./inspector.ts";
import { type Load, loadPage } from "./loadPage.ts";

const runs = 5;

const rows: readonly (readonly [name: string, key: keyof Load, slowdown: 1 | 4, unit: string])[] = [
  ["First contentful paint", "firstPaint", 1, "ms"],
  ["First control usable", "usableAt", 1, "ms"],
  ["First contentful paint, processor 4 times slower", "firstPaint", 4, "ms"],
  ["First control usable, processor 4 times slower", "usableAt", 4, "ms"],
  ["Longest task of the first load", "longestTask", 1, "ms"],
  ["Requests before the first control is usable", "requestsBefore", 1, ""],
  ["First load on the wire", "kilobytes", 1, "kB"],
];

const executablePath = await ensureChromium();
await ensureBuild();
const relay = await createRelay({ port: 0, pageDir });
const inspector = await startInspector();
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
try {
  const ours: Record<number, Load[]> = { 1: [], 4: [] };
  const theirs: Record<number, Load[]> = { 1: [], 4: [] };
  // in turns, so that what else the machine does falls on both alike
  for (let run = 0; run < runs; run++) {
    for (const slowdown of [1, 4]) {
      const url = relay.createLink();
      ours[slowdown]?.push(await loadPage(browser, { url, control: addressBar, slowdown }));
      theirs[slowdown]?.push(
        await loadPage(browser, { url: inspector.url, control: "button", slowdown }),
      );
    }
  }
  const middle = (loads: readonly Load[] = [], key: keyof Load) =>
    median(loads.map((load) => load[key]));
  const lines = rows.map(([name, key, slowdown, unit]) => {
    const [value, peer] = [middle(ours[slowdown], key), middle(theirs[slowdown], key)];
    console.log(JSON.stringify({ name, value: round(value), peer: round(peer), unit }));
    const cell = (figure: number) =>
      `${Math.round(figure).toLocaleString("en")}${unit && ` ${unit}`}`;
    return `| ${name} | ${cell(value)} | ${cell(peer)} | ${(value / peer).toFixed(2)} |`;
  });
  writeTable(lines);
} finally {
  await browser.close();
  await inspector.stop();
  await relay.close();
}

/** Replaces what is between the markers in README.md. */
function writeTable(lines: readonly string[]): void {
  const file = join(projectRoot, "README.md");
  const [start, end] = ["<!-- bench:peers -->", "<!-- /bench:peers -->"];
  const readme = readFileSync(file, "utf8");
  const memory = Math.round(totalmem() / 2 ** 30);
  const table = [
    `| Median of ${runs} loads | this page | MCP Inspector ${inspectorVersion} | ratio |`,
    "|---|---|---|---|",
    ...lines,
  ].join("\n");
  const about = `Measured on ${new Date().toISOString().slice(0, 10)} in Chromium ${browser.version()} on ${availableParallelism()} cores with ${memory} GB of memory, both in one run over loopback.`;
  const before = readme.slice(0, readme.indexOf(start) + start.length);
  const after = readme.slice(readme.indexOf(end));
  writeFileSync(file, `${before}\n${about}\n\n${table}\n${after}`);
}
