/**
 * Measures what a tap adds to a stdio server: the delay of a message, and the time of a flood; and to
 * a server over HTTP, also through a relay.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compared, type Figure, median, round } from "./figure.ts";
import { httpTapSpeed } from "./httpTapSpeed.ts";
import { requestDelays } from "./requestDelays.ts";

const program = join(import.meta.dirname, "../../dist/relay/cli/main.js");

/** Messages whose delay is measured, and notifications of the flood. */
const [messages, notifications] = [1000, 100_000];

/** How often both are measured: other programs disturb single rounds. */
const rounds = 5;

const echo = "process.stdin.pipe(process.stdout)";
const flood = `process.stdin.once("data", async () => {
  const text = JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x".repeat(80) } }) + "\\n";
  for (let i = 0; i < ${notifications}; i++)
    if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  process.stdout.end();
});`;

/** @returns figures of a tap, each beside those of the server alone */
export async function tapSpeed(): Promise<Figure[]> {
  const state = mkdtempSync(join(tmpdir(), "mcp-playground-bench-"));
  const env = { ...process.env, XDG_STATE_HOME: state };
  const start = (script: string, isTapped: boolean) =>
    spawn(
      process.execPath,
      [...(isTapped ? [program, "tap", "--", process.execPath] : []), "-e", script],
      { env },
    );
  const delays = { bare: Infinity, tapped: Infinity };
  const floods: Record<"bare" | "tapped", number[]> = { bare: [], tapped: [] };
  let http: Figure[];
  try {
    http = [...(await requestDelays(program, env)), ...(await httpTapSpeed(program, env))];
    for (let count = 0; count < rounds; count++) {
      for (const kind of ["bare", "tapped"] as const) {
        delays[kind] = Math.min(delays[kind], await delayOf(start(echo, kind === "tapped")));
        floods[kind].push(await floodTime(start(flood, kind === "tapped")));
      }
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
  return [
    {
      name: "tap: added delay of a message and its answer, 99th percentile, best round",
      value: round(delays.tapped - delays.bare),
      unit: "ms",
      goal: "<= 1 ms",
    },
    compared(
      `tap: ${notifications} notifications`,
      median(floods.tapped),
      median(floods.bare),
      "<= 1.11",
    ),
    ...http,
  ];
}

/** The 99th percentile of the time until a message comes back, in milliseconds. */
async function delayOf(child: ChildProcessWithoutNullStreams): Promise<number> {
  const times: number[] = [];
  const line = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
  for (let count = -200; count < messages; count++) {
    const started = performance.now();
    child.stdin.write(line);
    await once(child.stdout, "data");
    // the first ones include the start of the processes
    if (count >= 0) times.push(performance.now() - started);
    await sleep(1);
  }
  child.stdin.end();
  await once(child, "exit");
  return times.sort((a, b) => a - b)[Math.floor(messages * 0.99)] ?? 0;
}

/** Milliseconds until all notifications have arrived. */
async function floodTime(child: ChildProcessWithoutNullStreams): Promise<number> {
  // the processes have started by then
  await sleep(1000);
  const started = performance.now();
  child.stdin.write("go\n");
  child.stdout.resume();
  await once(child.stdout, "end");
  const time = performance.now() - started;
  child.stdin.end();
  if (child.exitCode === null) await once(child, "exit");
  return time;
}
