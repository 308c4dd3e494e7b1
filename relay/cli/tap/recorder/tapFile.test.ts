import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LiveDocument } from "../../../../shared/recording/live/liveDocuments.ts";
import { recordingFormat } from "../../../../shared/recording/recording.ts";
import { temporaryFolder } from "../../../relay.fixture.ts";
import { readRecordingFile } from "../../commands/inputFiles.ts";
import { createTapFile } from "./tapFile.ts";

const server = { kind: "stdio", command: "a", args: [] } as const;
const head = {
  format: recordingFormat,
  server,
  connections: [{ id: "1", server }],
} satisfies LiveDocument["head"];
const entry = (text: string) => ({ kind: "stderr", at: 1, direction: "in", text }) as const;

const onlyFile = (folder: string) => join(folder, readdirSync(folder)[0] ?? "");

test("is a complete recording after each document", async () => {
  const folder = temporaryFolder();
  const file = createTapFile(folder, "a name", 0);
  file?.add({ head });
  expect(await readRecordingFile(onlyFile(folder))).toEqual({ ...head, entries: [] });
  file?.add({ entries: [entry("one"), entry("two")] });
  file?.add({ entries: [entry("three")] });
  const connections = [{ id: "1", server, revision: "2025-06-18" }];
  file?.add({ head: { ...head, connections } });
  file?.add({ head, skipped: 2 });
  expect(await readRecordingFile(onlyFile(folder))).toEqual({
    ...head,
    entries: [entry("one"), entry("two"), entry("three")],
    leftOut: [{ code: "entries", count: 2 }],
  });
});

test("does not grow beyond its limit, and says how much is left out", async () => {
  const folder = temporaryFolder();
  const file = createTapFile(folder, "", 0, 1000);
  for (let index = 0; index < 50; index++) file?.add({ head, entries: [entry("x".repeat(80))] });
  const { entries = [], leftOut } = JSON.parse(readFileSync(onlyFile(folder), "utf8"));
  expect(entries.length).toBeGreaterThan(3);
  expect(leftOut).toEqual([{ code: "entries", count: 50 - entries.length }]);
});

test("stays a complete recording where the disk is full", async () => {
  const folder = temporaryFolder();
  const module = JSON.stringify(join(import.meta.dirname, "tapFile.ts"));
  const source = `import { createTapFile } from ${module};
    const file = createTapFile(${JSON.stringify(folder)}, "", 0);
    const entry = ${JSON.stringify(entry("x".repeat(3000)))};
    for (let index = 0; index < 20; index++) file.add({ head: ${JSON.stringify(head)}, entries: [entry] });
    console.log("still runs");`;
  const script = join(temporaryFolder(), "fill.ts");
  writeFileSync(script, source);
  const limited = `trap '' XFSZ; ulimit -f 16; exec "$0" "$1"`;
  const { stdout } = spawnSync("sh", ["-c", limited, process.execPath, script], {
    encoding: "utf8",
  });
  expect(stdout).toBe("still runs\n");
  const read = await readRecordingFile(onlyFile(folder));
  expect(read).toMatchObject({ leftOut: [{ code: "entries", count: expect.any(Number) }] });
});

test("deletes the oldest of many", () => {
  const folder = temporaryFolder();
  for (let index = 0; index < 30; index++) createTapFile(folder, `n${index}`, index)?.close();
  const names = readdirSync(folder);
  expect(names).toHaveLength(20);
  expect(names.some((name) => name.includes("-n9-"))).toBe(false);
});
