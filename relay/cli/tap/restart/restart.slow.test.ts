import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import type { RecordedEntry } from "../../../../shared/recording/entries/recordedEntry.ts";
import { temporaryFolder } from "../../../relay.fixture.ts";
import { startHttpTap } from "../httpRestart/httpRestart.fixture.ts";
import { finishedRecording } from "../tap.fixture.ts";
import { serverFile, watchedTransport } from "./restart.fixture.ts";

test("100 restarts under the official client: no lost call, and the next one is right", async () => {
  const folder = temporaryFolder();
  const file = serverFile(folder, { tools: ["one"] });
  const transport = watchedTransport(folder, file);
  let restarts = 0;
  let wake = () => {};
  transport.stderr?.on("data", (bytes: Buffer) => {
    restarts += `${bytes}`.split("was restarted in").length - 1;
    wake();
  });
  const client = new Client({ name: "a-client", version: "1" });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const pidOf = async () => {
    const { content } = await client.callTool({ name: "pid", arguments: {} });
    const [first] = content;
    return first?.type === "text" ? first.text : "";
  };
  const pids = [await pidOf()];
  let calls = 1;
  for (let count = 1; count <= 100; count++) {
    process.kill(transport.pid as number, "SIGHUP");
    while (restarts < count) {
      // calls go on while it restarts
      await Promise.all([pidOf(), pidOf()]);
      calls += 2;
      if (restarts < count)
        await Promise.race([pause(20), new Promise<void>((done) => (wake = done))]);
    }
    pids.push(await pidOf());
    calls++;
  }
  expect(new Set(pids).size).toBe(101);
  await client.close();
  const { entries } = await finishedRecording(folder);
  const answers = ((entries ?? []) as readonly RecordedEntry[]).filter(
    (entry) => entry.kind === "message" && entry.direction === "in" && entry.change === undefined,
  );
  // the answer to initialize, and one for each call
  expect(answers).toHaveLength(1 + calls);
});

test("100 restarts over HTTP: no lost call, one session, and the next call is right", async () => {
  const tap = await startHttpTap(["one"]);
  const client = new Client({ name: "a-client", version: "1" });
  onTestFinished(() => client.close());
  const transport = new StreamableHTTPClientTransport(new URL(tap.url));
  await client.connect(transport);
  const session = transport.sessionId;
  const pidOf = async () => {
    const { content } = await client.callTool({ name: "pid", arguments: {} });
    const [first] = content;
    return first?.type === "text" ? first.text : "";
  };
  const pids = [await pidOf()];
  for (let count = 1; count <= 100; count++) {
    tap.restart();
    const restarted = tap.restarted();
    // calls go on while it restarts
    let isOver = false;
    void restarted.then(() => {
      isOver = true;
    });
    while (!isOver) await Promise.all([pidOf(), pidOf()]);
    await restarted;
    pids.push(await pidOf());
  }
  expect(new Set(pids).size).toBe(101);
  expect(transport.sessionId).toBe(session);
}, 600_000);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
