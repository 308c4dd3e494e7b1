import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { reportMemory } from "../../e2e/bench/testFigures.ts";
import { encodeText } from "../../shared/core/bytes.ts";
import type { ProcessCommand } from "../../shared/relay/frames/processFrames.ts";
import {
  childrenOf,
  launchRelay,
  newId,
  openFiles,
  openLink,
  recordProcess,
  residentBytes,
  runs,
  script,
  until,
} from "../relay.fixture.ts";

const mebibyte = 1_048_576;

beforeEach(({ skip }) => skip(process.platform !== "linux", "reads /proc, which only Linux has"));

/** A separate relay that has run a process before, so that all of its code is loaded. */
async function warmRelay(limits = {}) {
  const relay = await launchRelay({ limits });
  const opened = await openLink(relay);
  const { heard, listener } = recordProcess();
  opened.link.start(newId(), script(""), listener);
  await until(() => heard.end);
  return { ...relay, ...opened };
}

/** Samples a relay's memory continuously; the returned function gives the maximum in bytes. */
function watchMemory(pid: number): () => number {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, residentBytes(pid));
  };
  const timer = setInterval(look, 20);
  onTestFinished(() => clearInterval(timer));
  return () => {
    clearInterval(timer);
    return peak;
  };
}

test("a child that says 1 GiB to a slow page arrives whole", async () => {
  const { pid, link, sockets } = await warmRelay();
  const idle = residentBytes(pid);
  const peak = watchMemory(pid);
  const total = 1024 * mebibyte;
  const line = "x".repeat(1023);
  const said = { lines: 0, bytes: 0, wrong: 0 };
  const { heard, listener } = recordProcess();
  const flood: ProcessCommand = {
    command: "/bin/sh",
    args: ["-c", `yes ${line} | head -c ${total}`],
  };
  link.start(newId(), flood, {
    ...listener,
    line({ bytes }) {
      said.lines += 1;
      said.bytes += bytes.byteLength + 1;
      if (bytes.byteLength !== line.length || bytes[7] !== 0x78) said.wrong += 1;
    },
  });
  for (let slow = 1; !heard.end; slow++) {
    await sleep(10);
    // At times it stops reading for a while.
    if (slow % 20 !== 0) continue;
    sockets[0]?.pause();
    await sleep(100);
    sockets[0]?.resume();
  }
  expect(heard).toMatchObject({ missed: [], end: { kind: "exited", code: 0 } });
  expect(said).toEqual({ lines: mebibyte, bytes: total, wrong: 0 });
  reportMemory("relay: a child that says 1 GiB to a slow page", peak() - idle, 64);
}, 600_000);

test("what a child says byte by byte while nobody listens arrives whole", async () => {
  const { pid, link, sockets } = await warmRelay({ keepMs: 60_000 });
  const idle = residentBytes(pid);
  const { heard, listener } = recordProcess();
  const bytes = 100_000;
  const byteByByte = `
    import { writeSync } from "node:fs";
    process.stdin.once("data", () => {
      const byte = Buffer.from("x");
      for (let i = 0; i < ${bytes}; i++) {
        const next = process.hrtime.bigint() + 20_000n;
        writeSync(1, byte);
        while (process.hrtime.bigint() < next);
      }
      console.log();
      process.exit();
    });
  `;
  const child = link.start(newId(), script(byteByByte), listener);
  await until(() => heard.pid);
  const peak = watchMemory(pid);
  // The page stops reading, and all of the output waits in the relay.
  sockets[0]?.pause();
  void child.write(encodeText("go\n"));
  await sleep(2500);
  sockets[0]?.resume();
  await until(() => heard.end);
  expect(heard.lines).toEqual(["x".repeat(bytes)]);
  reportMemory("relay: 100,000 bytes said one by one", peak() - idle, 16);
}, 120_000);

test("a line of 64 MiB arrives as it is", async () => {
  const { pid, link } = await warmRelay();
  const idle = residentBytes(pid);
  const peak = watchMemory(pid);
  const length = 64 * mebibyte;
  const { heard, listener } = recordProcess();
  const got: { length: number; odd: number; whole: boolean }[] = [];
  const child: ProcessCommand = {
    command: "/bin/sh",
    args: ["-c", `head -c ${length} /dev/zero | tr '\\0' x; echo; echo short`],
  };
  link.start(newId(), child, {
    ...listener,
    line({ bytes, whole }) {
      got.push({ length: bytes.length, odd: bytes.indexOf(0), whole });
    },
  });
  await until(() => heard.end);
  expect(got).toEqual([
    { length, odd: -1, whole: true },
    { length: 5, odd: -1, whole: true },
  ]);
  reportMemory("relay: a line of 64 MiB", peak() - idle, 64);
}, 120_000);

test("two hundred short-lived children leave no resources allocated", async () => {
  // On a busy machine `cat` may take long to see the end of its input.
  const { pid, link } = await warmRelay({ startsPerMinute: 1000, stopWaitMs: 20_000 });
  const before = { files: openFiles(pid), memory: residentBytes(pid) };
  const pids: number[] = [];
  for (let wave = 0; wave < 20; wave++) {
    const several = Array.from({ length: 10 }, async () => {
      const { heard, listener } = recordProcess();
      const child = link.start(newId(), { command: "/bin/cat", args: [] }, listener);
      pids.push(await until(() => heard.pid));
      await child.write(encodeText("meow\n"));
      await until(() => heard.lines.length);
      await child.stop();
      expect(heard).toMatchObject({ lines: ["meow"], end: { kind: "exited", code: 0 } });
    });
    await Promise.all(several);
  }
  expect(new Set(pids).size).toBe(200);
  expect(pids.filter(runs)).toEqual([]);
  // One child is left, the watchdog, as there was before.
  expect(childrenOf(pid)).toHaveLength(1);
  await until(() => openFiles(pid) <= before.files);
  reportMemory("relay: after 200 children", residentBytes(pid) - before.memory, 32);
}, 120_000);

test("a page that takes everything and reads nothing is cut off before it costs much", async () => {
  const { pid, link, sockets } = await warmRelay({ unreadBytes: 16 * mebibyte, keepMs: 200 });
  const idle = residentBytes(pid);
  const peak = watchMemory(pid);
  const id = newId();
  const { heard, listener } = recordProcess();
  link.start(id, { command: "yes", args: [] }, { ...listener, line: () => {} });
  await until(() => heard.pid);
  const [socket] = sockets;
  socket?.pause();
  const lie = JSON.stringify({ kind: "credit", id, seen: 1e12, until: 2e12 });
  const lying = setInterval(() => socket?.send(lie), 1);
  // It reconnects as soon as it was disconnected.
  await until(() => sockets.length > 1).finally(() => clearInterval(lying));
  reportMemory("relay: a page that reads nothing", peak() - idle, 64);
}, 120_000);

test("the watchdog that somebody ended is replaced, and does its work", async () => {
  const { relay, pid, link } = await warmRelay();
  const { heard, listener } = recordProcess();
  link.start(newId(), script("setInterval(() => {}, 1000)"), listener);
  const child = await until(() => heard.pid);
  const isDog = (other: number) => other !== child;
  const dog = await until(() => childrenOf(pid).find(isDog));
  process.kill(dog, "SIGKILL");
  await until(() => childrenOf(pid).some((other) => isDog(other) && other !== dog));
  // It will still read what is in its pipe by then.
  await sleep(100);
  relay.kill("SIGKILL");
  await until(() => !runs(child));
});

test("a relay that may open no more files says so, and goes on when it may again", async () => {
  const options = { limits: { processesPerSession: 100 } };
  const relay = await launchRelay(options, { files: 50 });
  const { link } = await openLink(relay);
  const start = async () => {
    const { heard, listener } = recordProcess();
    const child = link.start(newId(), { command: "/bin/cat", args: [] }, listener);
    await until(() => heard.pid ?? heard.end);
    return { heard, child };
  };
  const running: Awaited<ReturnType<typeof start>>[] = [];
  let last = await start();
  for (; !last.heard.end; last = await start()) running.push(last);
  expect(last.heard.end).toMatchObject({
    kind: "not-started",
    reason: expect.stringContaining("cannot start another process (EMFILE)"),
  });
  expect(running.length).toBeGreaterThan(1);
  await Promise.all(running.map(({ child }) => child.stop()));
  const again = await start();
  expect(again.heard.end).toBeUndefined();
  await again.child.stop();
});
