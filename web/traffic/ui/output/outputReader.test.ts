import { expect, test } from "vitest";
import { encodeText } from "../../../../shared/core/bytes.ts";
import { createEventLog } from "../../../../shared/log/eventLog.ts";
import type { OutputLines } from "./outputLines.ts";
import { createOutputReader } from "./outputReader.ts";

function createScene() {
  const log = createEventLog({ now: () => 0 });
  let shown: OutputLines = { lines: [], length: 0, written: 0 };
  let reports = 0;
  const reader = createOutputReader(
    log,
    (lines) => {
      shown = lines;
      reports++;
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
  return { log, reader, stderr, texts, reports: () => reports };
}

test("appended output is read once, in order", async () => {
  const { log, reader, stderr, texts } = createScene();
  stderr("one\n");
  reader.follow(log.snapshot());
  stderr("two\n");
  stderr("three\n");
  reader.follow(log.snapshot());
  reader.follow(log.snapshot());
  await expect.poll(texts).toEqual(["one", "two", "three"]);
});

test("an idle browser reads more between two yields than a busy one", async () => {
  const pauses = async (idleMs: number) => {
    const log = createEventLog({ now: () => 0 });
    const bytes = encodeText("line\n");
    const base = { kind: "stderr", connectionId: "c", exchangeId: undefined, secrets: [] } as const;
    for (let count = 0; count < 100; count++) log.append({ ...base, direction: "in" }, bytes);
    let [time, yields, length] = [0, 0, 0];
    const reader = createOutputReader(
      log,
      (lines) => {
        length = lines.length;
      },
      // each look at the clock takes a millisecond
      () => time++,
      async () => {
        yields++;
        return idleMs;
      },
    );
    reader.follow(log.snapshot());
    await expect.poll(() => length).toBe(100);
    return yields;
  };
  const busy = await pauses(0);
  expect(await pauses(50)).toBeLessThan(busy / 2);
});

test("clearing the log clears the lines, and later output is read", async () => {
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

test("no old line remains when the log is cleared during a read", async () => {
  const { log, reader, stderr, texts } = createScene();
  for (let line = 0; line < 5000; line++) stderr("old\n");
  reader.follow(log.snapshot());
  log.clear();
  stderr("new\n");
  reader.follow(log.snapshot());
  await expect.poll(texts).toEqual(["new"]);
});

test("many lines are reported in several steps", async () => {
  const { log, reader, stderr, texts, reports } = createScene();
  for (let line = 0; line < 50_000; line++) stderr(`${line}\n`);
  reader.follow(log.snapshot());
  await expect.poll(() => texts().length).toBe(50_000);
  expect(reports()).toBeGreaterThan(2);
});

test("secrets are masked", async () => {
  const { log, reader, stderr, texts } = createScene();
  stderr("key=abc!\n", [4, 7]);
  reader.follow(log.snapshot());
  await expect.poll(texts).toEqual(["key=••••••••!"]);
});
