import { expect, test } from "vitest";
import { encodeText } from "../../../../shared/core/bytes.ts";
import { createEventLog } from "../../../../shared/log/eventLog.ts";
import type { OutputLines } from "./outputLines.ts";
import { createOutputReader } from "./outputReader.ts";

function createScene() {
  const log = createEventLog({ now: () => 0 });
  let shown: OutputLines = { lines: [], length: 0, said: 0 };
  let turns = 0;
  const reader = createOutputReader(
    log,
    (lines) => {
      shown = lines;
      turns++;
    },
    () => performance.now(),
  );
  const stderr = (text: string, secret?: readonly [number, number]) =>
    log.append(
      {
        kind: "stderr",
        connectionId: "c",
        exchangeId: undefined,
        direction: "in",
        secrets: secret
          ? [{ part: "body", start: secret[0], end: secret[1], kind: "environment" }]
          : [],
      },
      encodeText(text),
    );
  const texts = () => shown.lines.slice(0, shown.length).map(({ text }) => text);
  return { log, reader, stderr, texts, turns: () => turns };
}

test("reads what was appended, once, in order", async () => {
  const { log, reader, stderr, texts } = createScene();
  stderr("one\n");
  reader.follow(log.snapshot());
  stderr("two\n");
  stderr("three\n");
  reader.follow(log.snapshot());
  reader.follow(log.snapshot());
  await expect.poll(texts).toEqual(["one", "two", "three"]);
});

test("forgets what was cleared, and goes on", async () => {
  const { log, reader, stderr, texts } = createScene();
  stderr("old\n");
  reader.follow(log.snapshot());
  await expect.poll(texts).toEqual(["old"]);
  log.clear();
  reader.follow(log.snapshot());
  expect(texts()).toEqual([]);
  stderr("new\n");
  reader.follow(log.snapshot());
  await expect.poll(texts).toEqual(["new"]);
});

test("a log cleared in the middle of reading leaves no old line behind", async () => {
  const { log, reader, stderr, texts } = createScene();
  for (let line = 0; line < 5000; line++) stderr("old\n");
  reader.follow(log.snapshot());
  log.clear();
  stderr("new\n");
  reader.follow(log.snapshot());
  await expect.poll(texts).toEqual(["new"]);
});

test("many lines take many turns", async () => {
  const { log, reader, stderr, texts, turns } = createScene();
  for (let line = 0; line < 50_000; line++) stderr(`${line}\n`);
  reader.follow(log.snapshot());
  await expect.poll(() => texts().length, { timeout: 10_000 }).toBe(50_000);
  expect(turns()).toBeGreaterThan(2);
});

test("secrets are covered", async () => {
  const { log, reader, stderr, texts } = createScene();
  stderr("key=abc!\n", [4, 7]);
  reader.follow(log.snapshot());
  await expect.poll(texts).toEqual(["key=••••••••!"]);
});
