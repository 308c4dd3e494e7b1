import { beforeEach, describe, expect, test } from "vitest";
import {
  launchRelay,
  newId,
  openLink,
  openRelay,
  recordProcess,
  runs,
  script,
  until,
} from "../relay.fixture.ts";

/** A server that ignores all signals, with a child that does as well; prints both pids. */
const stubborn = `
  import { spawn } from "node:child_process";
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
  const source = "for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(s, () => {}); setInterval(() => {}, 1000); console.log('up')";
  const child = spawn(process.execPath, ["-e", source], { stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.once("data", () => console.log(process.pid + " " + child.pid));
  setInterval(() => {}, 1000);
`;

test.each(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "nothing that was started outlives a relay that is ended by %s",
  async (signal) => {
    const own = await launchRelay();
    const { link } = await openLink(own);
    const { heard, listener } = recordProcess();
    link.start(newId(), script(stubborn), listener);
    const pids = (await until(() => heard.lines[0])).split(" ").map(Number);
    expect(pids.map(runs)).toEqual([true, true]);

    own.relay.kill(signal);
    await until(() => pids.every((pid) => !runs(pid)));
  },
  120_000,
);

/**
 * A server with a child in a new session, and a daemon whose parent has exited; prints the pids.
 */
const escaping = `
  import { spawn } from "node:child_process";
  const quiet = "for (const s of ['SIGTERM', 'SIGHUP']) process.on(s, () => {}); setInterval(() => {}, 1000);";
  const spawnAway = (source) => spawn(process.execPath, ["-e", source], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  const own = spawnAway(quiet + "console.log('up')");
  const parent = spawnAway(
    "const { pid } = require('child_process').spawn(process.execPath, ['-e', " + JSON.stringify(quiet) + "], { detached: true, stdio: 'ignore' });" +
    "console.log(pid); process.exit()",
  );
  const said = (child) => new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data).trim())));
  const [, daemon] = await Promise.all([said(own), said(parent), new Promise((r) => parent.once("exit", r))]).then(([a, b]) => [a, b]);
  console.log(process.pid + " " + own.pid + " " + daemon);
  process.stdin.resume();
`;

describe("a process that has left the process group", () => {
  beforeEach(({ skip }) => skip(process.platform !== "linux", "reads /proc, which only Linux has"));

  /** The pids of a server, of its child in another session, and of its daemon. */
  const start = async (relay: Parameters<typeof openLink>[0]) => {
    const { link } = await openLink(relay);
    const { heard, listener } = recordProcess();
    const process = link.start(newId(), script(escaping), listener);
    const pids = (await until(() => heard.lines[0])).split(" ").map(Number);
    expect(pids).toHaveLength(3);
    expect(pids.map(runs)).toEqual([true, true, true]);
    return { process, pids, heard };
  };

  test("is ended when the server is stopped", async () => {
    const { process, pids } = await start(await openRelay());
    await process.stop();
    await until(() => pids.every((pid) => !runs(pid)));
  });

  test("is ended when the server exits by itself", async () => {
    const { pids } = await start(await openRelay());
    globalThis.process.kill(pids[0] as number, "SIGKILL");
    await until(() => pids.every((pid) => !runs(pid)));
  });

  test("is ended when the relay is killed", async () => {
    const own = await launchRelay();
    const { pids } = await start(own);
    own.relay.kill("SIGKILL");
    await until(() => pids.every((pid) => !runs(pid)));
  });

  test("is left running if it belongs to another server", async () => {
    const relay = await openRelay();
    const first = await start(relay);
    const second = await start(relay);
    await first.process.stop();
    await until(() => first.pids.every((pid) => !runs(pid)));
    expect(second.pids.map(runs)).toEqual([true, true, true]);
  });
});
