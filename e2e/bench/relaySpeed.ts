/** Measures the relay in its own process against a direct pipe to the same child process. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { chromiumArgs } from "../chromium.ts";
import { connectTo, openSession } from "../pairAsPage.ts";
import { projectRoot } from "../runScript.ts";
import { bundleForPage } from "./bundleForPage.ts";
import { openEvaluatedPage } from "./evaluatedPage.ts";
import { compared, type Figure, median, round } from "./figure.ts";
import { openBare } from "./relay/bare.ts";
import { type Pipe, roundTrips, stream } from "./relay/pipe.ts";
import { openRelayed } from "./relay/relayed.ts";

const child = {
  command: process.execPath,
  args: [join(import.meta.dirname, "relay/echoProcess.ts")],
};
const streamed = 100_000;

/** Starts the built relay as a user does; requires a built page. */
async function startRelay() {
  const start = performance.now();
  const main = join(projectRoot, "dist/relay/cli/main.js");
  const relay = spawn(process.execPath, [main, "--no-open", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let link = "";
  for await (const line of createInterface(relay.stdout)) {
    link = /http:\/\/\S+/.exec(line)?.[0] ?? "";
    if (link) break;
  }
  const startMs = performance.now() - start;
  const { origin, hash } = new URL(link);
  const stop = async () => {
    relay.kill();
    await once(relay, "exit");
  };
  return { startMs, pid: relay.pid as number, origin, token: hash.slice("#k=".length), stop };
}

/** Alternates between the variants, so that other load on the machine affects all equally. */
async function inTurns<T>(
  times: number,
  runs: Readonly<Record<string, () => Promise<T>>>,
): Promise<Record<string, T[]>> {
  const results = Object.fromEntries(Object.keys(runs).map((name) => [name, [] as T[]]));
  // The first round is a warm-up.
  for (let turn = -1; turn < times; turn++) {
    for (const [name, run] of Object.entries(runs)) {
      const result = await run();
      if (turn >= 0) results[name]?.push(result);
    }
  }
  return results;
}

/**
 * Measures start, idle memory, round trips and throughput.
 * @param executablePath Chromium
 */
export async function relaySpeed(executablePath: string): Promise<Figure[]> {
  const starts: number[] = [];
  for (let i = 0; i < 7; i++) {
    const relay = await startRelay();
    starts.push(relay.startMs);
    await relay.stop();
  }
  const started = round(median(starts));
  const relay = await startRelay();
  try {
    await sleep(2000);
    const idle = round(Number(execFileSync("ps", ["-o", "rss=", "-p", `${relay.pid}`])) / 1024);
    return [
      { name: "relay, start to the link", value: started, unit: "ms", goal: "<= 400" },
      { name: "relay, idle memory", value: idle, unit: "MiB", goal: "<= 80" },
      ...(await againstPipe(relay, executablePath)),
    ];
  } finally {
    await relay.stop();
  }
}

/**
 * The same child over a direct pipe, through the relay, and through the relay in a browser page.
 */
async function againstPipe(
  { origin, token }: Awaited<ReturnType<typeof startRelay>>,
  executablePath: string,
): Promise<Figure[]> {
  const session = await openSession(origin, token);
  const page = await openPage(executablePath, origin, session);
  try {
    const bare = await openBare(child.command, child.args);
    const relayed = await openRelayed({ connect: connectTo(origin), session, ...child });
    const pings = (pipe: Pipe) => async () => median(await roundTrips(pipe, 500));
    const trips = await inTurns(5, {
      bare: pings(bare),
      relayed: pings(relayed),
      page: async () => median(await page.roundTrips(500)),
    });
    const streams = await inTurns(7, {
      bare: () => stream(bare, streamed),
      relayed: () => stream(relayed, streamed),
      page: () => page.stream(streamed),
    });
    for (const pipe of [bare, relayed]) pipe.close();
    const trip = (who: string) => median(trips[who] ?? []);
    const least = (who: string) => Math.min(...(streams[who] ?? []));
    const small = "small message to a child and back through the relay";
    const many = "100,000 lines of a child through the relay";
    const added = "value <= baseline + 0.5";
    const share = "ratio <= 1.43";
    return [
      compared(`${small}, in Node`, trip("relayed"), trip("bare"), added),
      compared(`${small}, in the page`, trip("page"), trip("bare"), added),
      compared(`${many}, in Node`, least("relayed"), least("bare"), share),
      compared(`${many}, in the page`, least("page"), least("bare"), share),
    ];
  } finally {
    await page.close();
  }
}

/** The relay's own page, and a second page that uses its own link to the relay and the child. */
async function openPage(executablePath: string, origin: string, session: string) {
  const page = await openEvaluatedPage(executablePath, chromiumArgs, origin);
  await page.evaluate(await bundleForPage("relay/inPage.ts"));
  const call = (name: string, ...args: readonly unknown[]) =>
    page.evaluate(`${name}(${args.map((arg) => JSON.stringify(arg)).join(", ")})`);
  await call("openChild", session, child.command, child.args);
  return {
    roundTrips: async (times: number) => (await call("roundTrips", times)) as number[],
    stream: async (lines: number) => (await call("stream", lines)) as number,
    close: page.close,
  };
}
