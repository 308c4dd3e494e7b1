/**
 * Measures the official inspector beside the page (`npm run bench:peers`): both are loaded, connect
 * and call in turns. Prints both with their ratios, and writes the table in README.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumArgs, ensureChromium } from "../chromium.ts";
import { ensureBuild } from "../ensureBuild.ts";
import { inspectorVersion } from "../inspectorProgram.ts";
import { projectRoot } from "../runScript.ts";
import { startEverything } from "../servers/everything.ts";
import { median, round } from "./figure.ts";
import { addressBar } from "./firstLoad.ts";
import { startInspector } from "./inspector.ts";
import { type Load, loadPage } from "./loadPage.ts";
import { startOwnRelay } from "./ownRelay.ts";
import { type Calls, peerCalls } from "./peerCalls.ts";

const runs = 5;

const loadRows: readonly (readonly [
  name: string,
  key: keyof Load,
  slowdown: 1 | 4,
  unit: string,
])[] = [
  ["First contentful paint", "firstPaint", 1, "ms"],
  ["First control usable", "usableAt", 1, "ms"],
  ["First contentful paint, processor 4 times slower", "firstPaint", 4, "ms"],
  ["First control usable, processor 4 times slower", "usableAt", 4, "ms"],
  ["Longest task of the first load", "longestTask", 1, "ms"],
  ["Requests before the first control is usable", "requestsBefore", 1, ""],
  ["First load on the wire", "kilobytes", 1, "kB"],
  ["Second visit on the wire", "revisitKilobytes", 1, "kB"],
];

const callRows: readonly (readonly [name: string, key: keyof Calls, unit: string])[] = [
  ["Connect until tools are painted, official example server", "connect", "ms"],
  ["Shown duration of a command's call, off the process's own by", "shownOff", "ms"],
  ["From a tool's result to its app initialized", "app", "ms"],
];

const executablePath = await ensureChromium();
await ensureBuild();
const everything = await startEverything();
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
try {
  const { ours, theirs } = await loadBoth();
  const middle = (loads: readonly Load[] = [], key: keyof Load) =>
    median(loads.map((load) => load[key]));
  const lines = loadRows.map(([name, key, slowdown, unit]) =>
    line(name, middle(ours[slowdown], key), middle(theirs[slowdown], key), unit),
  );
  const calls = await peerCalls(browser, everything, runs);
  for (const [name, key, unit] of callRows) {
    lines.push(line(name, calls.ours[key], calls.theirs[key], unit));
  }
  writeTable(lines);
} finally {
  await browser.close();
  await everything.stop();
}

/** Loads both pages in turns, so that other load on the machine affects both equally. */
async function loadBoth(): Promise<Record<"ours" | "theirs", Record<number, Load[]>>> {
  const ours: Record<number, Load[]> = { 1: [], 4: [] };
  const theirs: Record<number, Load[]> = { 1: [], 4: [] };
  const inspector = await startInspector();
  try {
    for (let run = 0; run < runs; run++) {
      for (const slowdown of [1, 4]) {
        // each link of the relay opens one page
        const relay = await startOwnRelay();
        const base = relay.link.replace(/#.*/, "");
        const own = { url: relay.link, control: addressBar, slowdown };
        const peer = { url: inspector.url, control: "button", slowdown };
        const isRevisited = slowdown === 1;
        const page = { ...own, ...(isRevisited ? { revisit: base } : {}) };
        const other = { ...peer, ...(isRevisited ? { revisit: inspector.url } : {}) };
        ours[slowdown]?.push(await loadPage(browser, page));
        await relay.stop();
        theirs[slowdown]?.push(await loadPage(browser, other));
      }
    }
  } finally {
    await inspector.stop();
  }
  return { ours, theirs };
}

/** Prints a figure of both, and returns its row of the table. */
function line(name: string, value: number, peer: number, unit: string): string {
  console.log(JSON.stringify({ name, value: round(value), peer: round(peer), unit }));
  const cell = (figure: number) => {
    const digits = figure < 10 ? 1 : 0;
    const text = figure.toLocaleString("en", { maximumFractionDigits: digits });
    return `${text}${unit && ` ${unit}`}`;
  };
  return `| ${name} | ${cell(value)} | ${cell(peer)} | ${(value / peer).toFixed(2)} |`;
}

/** Replaces the text between the markers in README.md. */
function writeTable(lines: readonly string[]): void {
  const file = join(projectRoot, "README.md");
  const [start, end] = ["<!-- bench:peers -->", "<!-- /bench:peers -->"];
  const readme = readFileSync(file, "utf8");
  const memory = Math.round(totalmem() / 2 ** 30);
  const table = [
    `| Median of ${runs} runs | this page | MCP Inspector ${inspectorVersion} | ratio |`,
    "|---|---|---|---|",
    ...lines,
  ].join("\n");
  const about = `Measured on ${new Date().toISOString().slice(0, 10)} in Chromium ${browser.version()} on ${availableParallelism()} cores with ${memory} GB of memory, both in one run over loopback.`;
  const before = readme.slice(0, readme.indexOf(start) + start.length);
  const after = readme.slice(readme.indexOf(end));
  writeFileSync(file, `${before}\n${about}\n\n${table}\n${after}`);
}
