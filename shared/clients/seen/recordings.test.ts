import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseJsonObject } from "../../core/json/jsonObject.ts";
import { createEventLog } from "../../log/eventLog.ts";
import { messageText } from "../../log/messageText.ts";
import { restoreEntries } from "../../recording/entries/restoreEntries.ts";
import { readRecording } from "../../recording/readRecording.ts";
import { readActFacts } from "../../taps/acts/actFacts.ts";
import { readClientActs } from "../../taps/clientActs.ts";
import { clientCatalog } from "../clientCatalog.ts";
import {
  clientNamed,
  compareFacts,
  type FactComparison,
  isVersionOf,
  profileChange,
} from "./compareFacts.ts";
import { readSeenFacts } from "./seenFacts.ts";

interface Recorded {
  readonly client: string;
  readonly package: string;
  readonly version: string;
  readonly date: string;
  readonly how: string;
}

const folder = join(import.meta.dirname, "..", "recordings");
const indexName = "recordings.json";
const readText = (name: string) => readFileSync(join(folder, name), "utf8");
const recorded = Object.entries<Recorded>(JSON.parse(readText(indexName)));

async function seenIn(text: string) {
  const read = readRecording(parseJsonObject(text));
  if (read.kind !== "recording") throw new Error(read.problem);
  const log = createEventLog({ now: () => 0 });
  let exchanges = 0;
  await restoreEntries(read.recording, {
    append: log.append,
    start: 0,
    connectionId: (id) => id ?? read.recording.connections?.[0]?.id ?? "",
    newExchangeId: () => String(exchanges++),
  });
  const { entries } = log.snapshot();
  const textOf = async ({ seq, carrier }: Parameters<Parameters<typeof readActFacts>[1]>[0]) =>
    messageText(carrier, await log.read(seq));
  const acts = readClientActs(
    entries,
    entries.at(-1)?.at ?? 0,
    await readActFacts(entries, textOf),
  );
  return readSeenFacts(entries, acts, textOf);
}

const describe = ({ fact, known, seen }: FactComparison) =>
  `${fact}: ${JSON.stringify(seen?.value)}, known: ${JSON.stringify(known?.value)}`;

const named = (id: string) => {
  const client = clientCatalog.find((each) => each.id === id);
  if (!client) throw new Error(`No client is called ${id}.`);
  return client;
};

test.for(recorded)("no fact is contradicted by the recording %s", async ([name, { client }]) => {
  const comparisons = compareFacts(named(client), await seenIn(readText(`${name}.json`)));
  const others = comparisons.filter(({ state }) => state === "differs" || state === "new");
  expect(others.map(describe)).toEqual([]);
  expect(comparisons.filter(({ state }) => state === "same").length).toBeGreaterThan(0);
});

test("a contradicted fact is found, with the entry that shows it", async () => {
  const text = readText("codex.json").replace("2025-06-18", "2025-11-25");
  const comparisons = compareFacts(named("codex"), await seenIn(text));
  const differing = comparisons.filter(({ state }) => state === "differs");
  expect(differing).toMatchObject([
    { fact: "revision", known: { value: "2025-06-18" }, seen: { value: "2025-11-25", seqs: [2] } },
  ]);
  const change = profileChange(comparisons, { source: "tap.json", date: "2026-11-25" });
  const value = { value: "2025-11-25", source: "tap.json, entry 2", date: "2026-11-25" };
  expect(JSON.parse(change ?? "")).toEqual([
    { op: "add", path: "/facts/revision", value: { ...value, confidence: "recording" } },
  ]);
});

test("every recording is listed, is small, and names no place of the machine", () => {
  const files = readdirSync(folder).filter((name) => name !== indexName);
  expect(files.toSorted()).toEqual(recorded.map(([name]) => `${name}.json`).toSorted());
  for (const name of files) {
    const text = readText(name);
    expect(text.length).toBeLessThan(40_000);
    expect(text).not.toMatch(/\/(?:tmp|root|work|home(?!\/user))\//);
  }
});

test("at least five clients are recorded, of versions that their profiles are about", () => {
  expect(new Set(recorded.map(([, { client }]) => client)).size).toBeGreaterThanOrEqual(5);
  for (const [, { client, version }] of recorded) {
    expect(isVersionOf(version, named(client).versions), `${client} ${version}`).toBe(true);
  }
});

test.for([
  ["codex-mcp-client", "0.169.0", "codex"],
  ["qwen-cli-mcp-client-notes", "0.0.1", "qwen-code"],
  ["Anthropic/ClaudeAI", "1.0.0", "claude-ai"],
  ["Anthropic", "1.0.0", "claude-ai"],
  ["someone", "1", undefined],
] as const)("%s %s is %s", ([name, version, id]) => {
  expect(clientNamed(clientCatalog, { name, version })?.id).toBe(id);
});

test("of clients with the same name the one with the transport is meant", () => {
  const name = { name: "claude-ai", version: "0.1.0" };
  const over = (transport: "stdio" | "http") => clientNamed(clientCatalog, name, transport)?.id;
  expect([over("stdio"), over("http")]).toEqual(["claude-desktop", "claude-ai"]);
});
