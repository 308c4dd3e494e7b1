import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../log/entry.ts";
import { createEventLog, type EventLog } from "../log/eventLog.ts";
import { createRecording } from "./createRecording.ts";
import { restoreEntries } from "./entries/restoreEntries.ts";
import { loggedEntries, logOf } from "./log.fixture.ts";
import { readRecordingText } from "./recordingText.fixture.ts";

const target = { kind: "http", url: "https://one.example/mcp" } as const;
const names = ["a", "b"];

async function recordingOf(log: EventLog) {
  const { recording } = await createRecording({
    snapshot: log.snapshot(),
    read: log.read,
    connections: new Map(names.map((id) => [id, { target }])),
    head: { server: target },
    timeOrigin: 1_700_000_000_000,
  });
  const read = readRecordingText(JSON.stringify(recording));
  if (read.kind === "refused") throw new Error(`${read.problem} ${read.at}`);
  return read.recording;
}

/** The log that a recording is restored to. */
async function restored(recording: Awaited<ReturnType<typeof recordingOf>>) {
  const log = createEventLog({ now: () => 0 });
  let exchanges = 0;
  restoreEntries(recording, {
    append: log.append,
    start: 0,
    connectionId: (id) => names[Number(id ?? "1") - 1] ?? "",
    newExchangeId: () => `exchange ${exchanges++}`,
  });
  return log;
}

/** The content of a log; times count from its first entry, exchanges are numbered. */
async function contentOf(log: EventLog) {
  const { entries, length } = log.snapshot();
  const start = entries[0]?.at ?? 0;
  const exchanges = [...new Set(entries.map(({ exchangeId }) => exchangeId))].filter(Boolean);
  return Promise.all(
    entries.slice(0, length).map(async (entry: Entry) => ({
      ...entry,
      at: Math.round((entry.at - start) * 1000) / 1000,
      exchangeId: exchanges.indexOf(entry.exchangeId),
      body: [...(await log.read(entry.seq))],
    })),
  );
}

test("a log is the same after recording: times, heads, any bytes and numbers of any size", async () => {
  await fc.assert(
    fc.asyncProperty(loggedEntries, async (entries) => {
      const log = logOf(entries);
      const back = await restored(await recordingOf(log));
      expect(await contentOf(back)).toEqual(await contentOf(log));
    }),
    { numRuns: 300 },
  );
});

test("a recording is the same after it was restored to a log", async () => {
  await fc.assert(
    fc.asyncProperty(loggedEntries, async (entries) => {
      const recording = await recordingOf(logOf(entries));
      const again = await recordingOf(await restored(recording));
      expect(again.entries).toEqual(recording.entries);
    }),
    { numRuns: 200 },
  );
});

test("a finding refers to the same entry in a log with other entries", async () => {
  const log = logOf([]);
  const base = { connectionId: "a", exchangeId: undefined, direction: "none" } as const;
  const about = log.append({ ...base, kind: "stderr" }, new TextEncoder().encode("boom")).seq;
  log.append({ ...base, kind: "stderr" });
  const finding = { ...base, kind: "finding", code: "x", severity: "note", evidence: {} } as const;
  log.append({ ...finding, about });
  const recording = await recordingOf(log);
  expect(recording.entries?.[2]).toMatchObject({ about: 2 });
  const other = createEventLog({ now: () => 0 });
  for (let count = 0; count < 3; count++) other.append({ ...base, kind: "stderr" });
  const sink = { append: other.append, start: 5, connectionId: () => "z", newExchangeId: () => "" };
  restoreEntries(recording, sink);
  expect(other.snapshot().entries.at(-1)).toMatchObject({ seq: 5, about: 3, at: 5 });
});
