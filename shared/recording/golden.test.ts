import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { measureCpu } from "../../e2e/bench/testFigures.ts";
import { startEverything } from "../../e2e/servers/everything.ts";
import { createEventLog } from "../log/eventLog.ts";
import { createRecording } from "./createRecording.ts";
import { restoreEntries } from "./entries/restoreEntries.ts";
import { decodeSession, encodeSession } from "./link.ts";
import { loggedEntries, logOf } from "./log.fixture.ts";
import { readRecording, recordingLimits } from "./readRecording.ts";
import type { Recording } from "./recording.ts";
import { readRecordingText } from "./recordingText.fixture.ts";
import { recordSession } from "./session.fixture.ts";

const folder = new URL("golden/", import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, folder), "utf8");
const golden = readdirSync(folder).filter((name) => !name.startsWith("link"));
const schema = JSON.parse(
  readFileSync(new URL("../../docs/recording.schema.json", import.meta.url), "utf8"),
);
const isValid = new Ajv2020({ allowUnionTypes: true, validateFormats: false }).compile(schema);
const errorsOf = (value: unknown) => (isValid(value) ? [] : isValid.errors);

function read(text: string): Recording {
  const result = readRecordingText(text);
  if (result.kind === "refused") throw new Error(`${result.problem} at ${result.at}`);
  return result.recording;
}

/** Restores a recording to a log and records that log. */
async function again(recording: Recording) {
  const log = createEventLog({ now: () => 0 });
  let exchanges = 0;
  restoreEntries(recording, {
    append: log.append,
    start: 0,
    connectionId: () => "only",
    newExchangeId: () => `${exchanges++}`,
  });
  const { server } = recording;
  return createRecording({
    snapshot: log.snapshot(),
    read: log.read,
    connections: new Map([["only", { target: server }]]),
    head: { server },
  });
}

describe("files of version 1", () => {
  test.each(golden)(
    "%s is read unchanged, fits the schema and is the same after a log",
    async (name) => {
      const recording = read(textOf(name));
      expect(JSON.parse(JSON.stringify(recording))).toEqual(JSON.parse(textOf(name)));
      expect(errorsOf(JSON.parse(textOf(name)))).toEqual([]);
      expect((await again(recording)).recording.entries).toEqual(recording.entries);
    },
  );

  test("a link of version 2 is read unchanged", async () => {
    const { link, recording } = JSON.parse(textOf("link.json"));
    expect(await decodeSession(link)).toEqual({ kind: "recording", recording });
    expect(errorsOf(recording)).toEqual([]);
  });

  test("a link of version 2 with a session is read unchanged", async () => {
    const link = textOf("link-session.txt").trim();
    const recording = read(textOf("session.json"));
    expect(await decodeSession(link)).toEqual({ kind: "recording", recording });
  });
});

test("15 messages with lists fit in a link of 8 kB", async () => {
  // in the order in which members are recorded
  const recording = JSON.parse(textOf("session.json")) as Recording;
  expect(recording.entries?.filter(({ kind }) => kind === "message")).toHaveLength(15);
  const link = await encodeSession(recording);
  expect(link.length).toBeLessThanOrEqual(8000);
  expect(await decodeSession(link)).toEqual({ kind: "recording", recording });
});

describe("a session with a real server", () => {
  let created: Awaited<ReturnType<typeof recordSession>>;
  beforeAll(async () => {
    const server = await startEverything();
    created = await recordSession(server.url);
    await server.stop();
  });

  test("fits the schema and is the same after reading and a log", async () => {
    const text = JSON.stringify(created.recording);
    expect(errorsOf(JSON.parse(text))).toEqual([]);
    expect(read(text)).toEqual(JSON.parse(text));
    expect((await again(created.recording)).recording.entries).toEqual(created.recording.entries);
    expect(text).toContain("2e400");
    expect(text).not.toContain("not-to-be-recorded");
  });
});

test("every recording fits the schema", async () => {
  await fc.assert(
    fc.asyncProperty(loggedEntries, async (entries) => {
      const log = logOf(entries);
      const target = { kind: "http", url: "https://one.example/mcp" } as const;
      const { recording } = await createRecording({
        snapshot: log.snapshot(),
        read: log.read,
        connections: new Map(["a", "b"].map((id) => [id, { target }])),
        head: { server: target },
      });
      expect(errorsOf(JSON.parse(JSON.stringify(recording)))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

describe("hostile documents", () => {
  const whole = textOf("stdio.json");
  const document = () => JSON.parse(whole);

  test("every truncation is refused", () => {
    for (let length = 0; length < whole.trimEnd().length; length += 7) {
      expect(readRecordingText(whole.slice(0, length))).toMatchObject({ problem: "not-json" });
    }
  });

  test("any member replaced by any value is refused or read as the schema describes", () => {
    fc.assert(
      fc.property(fc.nat(), fc.jsonValue({ maxDepth: 2 }), (place, value) => {
        let at = 0;
        const changed = JSON.parse(whole, (_, member) => (at++ === place % 140 ? value : member));
        const result = readRecording(changed);
        if (result.kind === "refused") return;
        const text = JSON.stringify(result.recording);
        expect(JSON.stringify(read(text))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    [{ entries: new Array(recordingLimits.entries + 1).fill(null) }, "too-many", "/entries"],
    [{ connections: new Array(1001).fill(null) }, "too-many", "/connections"],
    [{ entries: [{ kind: "spell", at: 0 }] }, "damaged", "/entries/0/kind"],
    [{ entries: [{ kind: "stderr", at: 0, connection: "2" }] }, "damaged", "/entries/0"],
    [{ entries: [{ kind: "stderr", at: 0, text: "", base64: "" }] }, "damaged", "/entries/0"],
    [{ entries: [{ kind: "stderr", at: Number.NaN }] }, "damaged", "/entries/0/at"],
    [{ entries: [{ kind: "__proto__", at: 0 }] }, "damaged", "/entries/0/kind"],
    [{ connections: [] }, "damaged", "/entries/0"],
    [{ startedAt: "yesterday" }, "damaged", "/startedAt"],
    [{ leftOut: [{ code: "everything", count: 1 }] }, "damaged", "/leftOut/0/code"],
  ])("%o", (change, problem, at) => {
    expect(readRecording({ ...document(), ...change })).toMatchObject({ problem, at });
  });

  test("endlessly nested capabilities are refused", () => {
    const deep = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`;
    const text = whole.replace('"version": "1"', `"version": ${deep}`);
    const read = measureCpu("capabilities nested 200,000 times are refused", 1000, () =>
      readRecordingText(text),
    );
    expect(read).toEqual({ kind: "refused", problem: "too-complex" });
  });
});
