/** Measures shared sessions: links, sealed recordings, large files, and what a reload restores. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { createRelay } from "../../relay/server.ts";
import type { RecordedEntry } from "../../shared/recording/entries/recordedEntry.ts";
import { encodeSession } from "../../shared/recording/link.ts";
import type { Recording } from "../../shared/recording/recording.ts";
import { sealRecording } from "../../shared/recording/sealed.ts";
import { formatSealed } from "../../shared/recording/sealedAddress.ts";
import { pageDir } from "../ensureBuild.ts";
import { createPlayground } from "../playground.ts";
import { type Figure, median, round } from "./figure.ts";
import { longestTask } from "./longestTask.ts";

const golden = JSON.parse(
  readFileSync(new URL("../../shared/recording/golden/session.json", import.meta.url), "utf8"),
) as Recording;

/** Creates a recording of calls and their results, which have a given size. */
function recordingOf(messages: number, resultCharacters: number): Recording {
  const { entries: _, ...head } = golden;
  const text = "words and numbers 0123456789 ".repeat(Math.ceil(resultCharacters / 29));
  const entries = Array.from({ length: messages }, (_, index): RecordedEntry => {
    const id = 100 + (index >> 1);
    const base = { kind: "message", carrier: "stdio", at: index } as const;
    const params = { name: "echo", arguments: { message: `call ${id}` } };
    const result = {
      content: [{ type: "text", text: `${id} ${text}`.slice(0, resultCharacters) }],
    };
    const message = index % 2 === 0 ? { method: "tools/call", params } : { result };
    return {
      ...base,
      direction: index % 2 === 0 ? "out" : "in",
      text: `${JSON.stringify({ jsonrpc: "2.0", id, ...message })}\n`,
    };
  });
  return { ...head, entries };
}

async function link(): Promise<Figure[]> {
  const times: number[] = [];
  let size = 0;
  for (let round_ = 0; round_ < 11; round_++) {
    const start = performance.now();
    size = (await encodeSession(golden)).length;
    times.push(performance.now() - start);
  }
  const name = "link of 15 messages with lists";
  return [
    { name: `${name}: size`, value: round(size / 1000), unit: "kB", goal: "<= 8" },
    { name: `${name}: made in`, value: round(median(times)), unit: "ms", goal: "<= 50" },
  ];
}

/** Runs in the page before its own scripts: notes when the recording is painted. */
function observeRecording(): void {
  const look = new MutationObserver(() => {
    if (!document.querySelector("[aria-label=Recording]")) return;
    look.disconnect();
    // a task queued in a frame runs after it was painted
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.recordingAt = performance.now();
      }),
    );
  });
  look.observe(document, { childList: true, subtree: true });
}

/** Opens a sealed recording from a relay, which is not intercepted: that would bypass the cache. */
async function sealed(browser: Browser): Promise<Figure[]> {
  const relay = await createRelay({ port: 0, pageDir, blobs: true });
  const base = `${relay.origin}/`;
  const made = await sealRecording(recordingOf(5000, 200));
  const stored = await fetch(`${relay.url}/api/blobs/${made.id}?ttl=3600`, {
    method: "PUT",
    headers: { "Content-Type": "application/octet-stream", Origin: relay.origin },
    body: made.bytes,
  });
  if (stored.status !== 201) throw new Error(`The recording was not stored: ${stored.status}`);
  const times: number[] = [];
  const open = async (work: (page: Page, opened: () => Promise<void>) => Promise<void>) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(base);
    // the downloads of a first visit are measured by the benchmark `load`
    await page.waitForLoadState("networkidle");
    await page.goto("about:blank");
    await page.addInitScript(observeRecording);
    await work(page, async () => {
      await page.goto(`${base}#r=${formatSealed(made)}`);
      await page.waitForFunction(() => window.recordingAt !== undefined);
      times.push((await page.evaluate(() => window.recordingAt)) ?? Number.NaN);
    });
    await context.close();
  };
  for (let run = 0; run < 3; run++) await open((_, opened) => opened());
  const usable = median(times);
  let busy = 0;
  // measured separately, because tracing slows the page down
  await open(async (page, opened) => {
    busy = (await longestTask(browser, page, opened)).busyMs;
  });
  await relay.close();
  const name = "sealed recording of 5,000 messages";
  return [
    { name: `${name}: usable after`, value: round(usable), unit: "ms", goal: "<= 1500" },
    {
      name: `${name}: processor time of the main thread`,
      value: round(busy),
      unit: "ms",
      goal: "none",
    },
  ];
}

declare global {
  interface Window {
    /** The file that is dropped on the page. */
    dropped: File;
    /** Milliseconds from the navigation until the recording was painted. */
    recordingAt?: number;
  }
}

/** Creates a file in the page that repeats the same two entries. */
async function makeFile(page: Page, recording: Recording, times: number): Promise<void> {
  const [start = "", end = ""] = JSON.stringify({ ...recording, entries: [0] }).split("[0]");
  const entries = JSON.stringify(recording.entries).slice(1, -1);
  await page.evaluate(
    ([before, repeated, after, count]) => {
      const parts = Array.from(
        { length: Number(count) },
        (_, at) => (at > 0 ? "," : "") + repeated,
      );
      window.dropped = new File([`${before}[`, ...parts, `]${after}`], "session.mcp.json");
    },
    [start, entries, end, String(times)],
  );
}

/** Drops the file on the page, and waits until it is open. */
async function openDropped(page: Page): Promise<void> {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(window.dropped);
    for (const name of ["dragover", "drop"]) {
      const options = { dataTransfer: data, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent(name, options));
    }
  });
  await createPlayground(page).region("Recording").waitFor({ timeout: 120_000 });
}

async function largeFile(browser: Browser, base: string): Promise<Figure[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(base);
  await page.keyboard.press("Tab");
  await page.waitForLoadState("networkidle");
  await makeFile(page, recordingOf(2, 10_000), 10_000);
  await page.requestGC();
  let ms = 0;
  const { cpuMs } = await longestTask(browser, page, async () => {
    const start = performance.now();
    await openDropped(page);
    ms = performance.now() - start;
  });
  await context.close();
  const name = "file of 100 MiB opened";
  return [
    { name: `${name}: longest task`, value: round(cpuMs), unit: "ms", goal: "<= 50" },
    { name: `${name}: after`, value: round(ms), unit: "ms", goal: "usable" },
  ];
}

/** @param createLink creates a link of the relay */
export async function sessions(browser: Browser, createLink: () => string): Promise<Figure[]> {
  const base = createLink().replace(/#.*/, "");
  return [...(await link()), ...(await sealed(browser)), ...(await largeFile(browser, base))];
}
