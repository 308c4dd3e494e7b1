import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { systemClock } from "../shared/clock.ts";
import { createRelayLink } from "../shared/relay/relayLink.ts";
import { connectAs, newId, pair, runs, script, temporaryFolder, until } from "./relay.fixture.ts";

/** A relay in a process of its own, as the command runs it. */
async function launchRelay() {
  const file = join(temporaryFolder(), "relay.ts");
  writeFileSync(
    file,
    `import { createRelay } from ${JSON.stringify(join(import.meta.dirname, "server.ts"))};
     const { url, token } = await createRelay({ port: 0 });
     console.log(JSON.stringify({ url, token }));`,
  );
  const relay = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(relay.stdout), "line");
  return { relay, ...(JSON.parse(line) as { url: string; token: string }) };
}

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
    const { relay, url, token } = await launchRelay();
    const session = await pair({ url, token });
    const link = createRelayLink({ connect: connectAs(url), session, clock: systemClock });
    const pids: number[] = [];
    link.start(newId(), script(stubborn), {
      started: () => {},
      stderr: () => {},
      missed: () => {},
      ended: () => {},
      line: ({ bytes }) =>
        void pids.push(...new TextDecoder().decode(bytes).split(" ").map(Number)),
    });
    await until(() => pids.length === 2);
    expect(pids.map(runs)).toEqual([true, true]);

    relay.kill(signal);
    await until(() => pids.every((pid) => !runs(pid)));
    link.close();
  },
);
