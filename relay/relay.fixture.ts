/** Test helpers: a real relay, a page's link to it, and small stdio servers. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { WebSocket } from "ws";
import { connectTo, openSession } from "../e2e/pairAsPage.ts";
import { decodeText } from "../shared/core/bytes.ts";
import { systemClock } from "../shared/core/clock.ts";
import { createRelayLink, type RelayLink } from "../shared/relay/client/relayLink.ts";
import type { ProcessEnd, ResumePoint } from "../shared/relay/client/relayProcess.ts";
import type { ProcessCommand } from "../shared/relay/frames/processFrames.ts";
import { createStreamId } from "../shared/relay/frames/streamId.ts";
import type { RelayOptions } from "./relayOptions.ts";
import { createRelay, type Relay } from "./server.ts";

/** Starts a relay that is closed when the test ends. */
export async function openRelay(options: RelayOptions = {}): Promise<Relay> {
  const limits = { stopWaitMs: 200, ...options.limits };
  const relay = await createRelay({ port: 0, ...options, limits });
  onTestFinished(() => relay.close());
  return relay;
}

/** How to start a relay in its own process. */
interface ProcessOptions {
  /** The limit of open files. */
  readonly files?: number;
  /** The store; in memory by default. */
  readonly store?: string;
  /** A script to run first. */
  readonly prelude?: string;
}

/** Starts a relay in its own process, which a test can inspect and kill. */
export async function launchRelay(
  options: RelayOptions = {},
  { files, store, prelude = "" }: ProcessOptions = {},
) {
  const file = join(temporaryFolder(), "relay.ts");
  const limits = { stopWaitMs: 200, ...options.limits };
  writeFileSync(
    file,
    `${prelude}
     import { keepHeapSmall } from ${JSON.stringify(join(import.meta.dirname, "cli/smallHeap.ts"))};
     keepHeapSmall();
     const { createRelay } = await import(${JSON.stringify(join(import.meta.dirname, "server.ts"))});
     const { openStore } = await import(${JSON.stringify(join(import.meta.dirname, "store", "openStore.ts"))});
     const options = ${JSON.stringify({ port: 0, ...options, limits })};
     const store = ${store === undefined ? "undefined" : `await openStore(${JSON.stringify(store)}, () => {})`};
     const { url, origin, createToken } = await createRelay(store ? { ...options, store } : options);
     console.log(JSON.stringify({ url, origin, tokens: Array.from({ length: 100 }, createToken) }));`,
  );
  const limit = files === undefined ? "" : `ulimit -n ${files} && `;
  const relay = spawn("/bin/sh", ["-c", `${limit}exec "$0" "$1"`, process.execPath, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void relay.kill("SIGKILL"));
  const [line] = await once(createInterface(relay.stdout), "line");
  const { url, origin, tokens } = JSON.parse(line) as {
    url: string;
    origin: string;
    tokens: string[];
  };
  const createToken = () => tokens.pop() ?? "no token is left";
  return { relay, pid: relay.pid as number, url, origin, createToken };
}

/** Exchanges one of the relay's tokens for a session. */
export function pair(relay: Pick<Relay, "origin" | "createToken">): Promise<string> {
  return openSession(relay.origin, relay.createToken());
}

/** Opens a page's link; returns it with the sockets it uses. */
export async function openLink(relay: Pick<Relay, "origin" | "createToken">, session?: string) {
  const sockets: WebSocket[] = [];
  const link = createRelayLink({
    connect: connectTo(relay.origin, sockets),
    session: session ?? (await pair(relay)),
    clock: systemClock,
  });
  onTestFinished(() => link.close());
  return { link, sockets };
}

/** Creates a process listener and the record of what it received. */
export function recordProcess() {
  const heard = {
    pid: undefined as number | undefined,
    lines: [] as string[],
    torn: [] as string[],
    stderr: "",
    missed: [] as number[],
    end: undefined as ProcessEnd | undefined,
  };
  const listener = {
    started: (pid: number) => {
      heard.pid = pid;
    },
    line: ({ bytes, whole }: { bytes: Uint8Array; whole: boolean }) =>
      void (whole ? heard.lines : heard.torn).push(decodeText(bytes)),
    stderr: (bytes: Uint8Array) => {
      heard.stderr += decodeText(bytes);
    },
    missed: (bytes: number) => void heard.missed.push(bytes),
    ended: (end: ProcessEnd) => {
      heard.end = end;
    },
  };
  return { heard, listener };
}

/** Starts a process through a new relay and a new link. */
export async function launch(command: ProcessCommand, options: RelayOptions = {}) {
  const relay = await openRelay(options);
  const { link, sockets } = await openLink(relay);
  const id = newId();
  const { heard, listener } = recordProcess();
  const process = link.start(id, command, listener);
  return { relay, link, sockets, id, heard, process };
}

/** Attaches another page to a process that an earlier page started. */
export function takeUp(link: RelayLink, id: string, resume: ResumePoint) {
  const { heard, listener } = recordProcess();
  return { heard, process: link.attach(id, resume, listener) };
}

export function newId(): string {
  return createStreamId((bytes) => crypto.getRandomValues(bytes));
}

/** Creates a folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "relay-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A command that runs a script in Node; the script finds its arguments in `args`. */
export function script(source: string, ...args: string[]): ProcessCommand {
  const file = join(temporaryFolder(), "server.mjs");
  writeFileSync(file, `const args = process.argv.slice(2);\n${source}`);
  return { command: process.execPath, args: [file, ...args] };
}

/**
 * Waits until the function returns a truthy value.
 * @throws {Error} when it has not after `ms` milliseconds, by which a busy machine has answered
 */
export async function until<T>(what: () => T | undefined | false, ms = 30_000): Promise<T> {
  const deadline = performance.now() + ms;
  for (;;) {
    const value = what();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`Still false after ${ms} ms: ${what}`);
    await sleep(10);
  }
}

/** Whether a process runs; a zombie does not. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
}

/** The resident memory of a process in bytes (Linux only). */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** How many files, pipes and sockets a process has open (Linux only). */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The pids of a process's children, zombies included (Linux only). */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

/** Sends an HTTP request with exactly the given headers. */
export function ask(
  relay: Pick<Relay, "port">,
  options: { method?: string; path?: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    const { method = "GET", path = "/api/health", headers, body } = options;
    const connectRequest = request({ host: "127.0.0.1", port: relay.port, method, path, headers });
    connectRequest.on("response", async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks).toString(),
      });
    });
    connectRequest.on("error", reject);
    connectRequest.end(body);
  });
}
