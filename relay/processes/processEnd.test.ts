import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endingProgram, endingServers } from "../../e2e/servers/ending.ts";
import { encodeText } from "../../shared/core/bytes.ts";
import type { ProcessEnding } from "../../shared/core/processEnding.ts";
import { launch, runs, script, temporaryFolder, until } from "../relay.fixture.ts";

const ways: readonly ProcessEnding[] = ["input-closed", "client-died"];

/** Ends a server that has answered, in each way. */
async function leftOf(server: (typeof endingServers)[string]) {
  const left: unknown[] = [];
  for (const how of ways) {
    const file = join(temporaryFolder(), "pids");
    // a server that ends has all the time it needs, one that does not is not waited for
    const limits = server.left.includes(0) ? {} : { endWaitMs: 100 };
    const { heard, process } = await launch(script(endingProgram(server), file), { limits });
    await until(() => heard.pid);
    await process.write(encodeText('{"jsonrpc":"2.0","id":1,"method":"ping"}\n'));
    await until(() => heard.lines.some((line) => line.includes('"id":1')));
    await process.end(how);
    left.push(heard.end?.kind === "exited" ? heard.end.left : heard.end);
    const pids = readFileSync(file, "utf8").trim().split("\n").map(Number);
    await until(() => !pids.some(runs));
  }
  return left;
}

test.for(Object.entries(endingServers).filter(([, { left }]) => left[0] === left[1]))(
  "the processes of a server that %s are counted",
  async ([, server]) => {
    expect(await leftOf(server)).toEqual(server.left);
  },
);

test("a server that is stopped while its processes are counted is stopped at once", async () => {
  const server = endingServers["runs on"];
  if (!server) throw new Error("There is no such server");
  const file = join(temporaryFolder(), "pids");
  const { heard, process, link } = await launch(script(endingProgram(server), file), {
    limits: { endWaitMs: 600_000, keepMs: 0 },
  });
  await until(() => heard.pid);
  void process.end("client-died");
  link.close();
  const { pid = 0 } = heard;
  await until(() => !runs(pid));
});
