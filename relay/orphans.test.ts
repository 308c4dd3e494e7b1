import { expect, test } from "vitest";
import { hear, launchRelay, newId, openLink, runs, script, until } from "./relay.fixture.ts";

/** A server that heeds no signal, with a child that heeds none either; tells both pids. */
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
    const { heard, listener } = hear();
    link.start(newId(), script(stubborn), listener);
    const pids = (await until(() => heard.lines[0])).split(" ").map(Number);
    expect(pids.map(runs)).toEqual([true, true]);

    own.relay.kill(signal);
    await until(() => pids.every((pid) => !runs(pid)));
  },
);
