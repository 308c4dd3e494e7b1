import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RecordedEntry } from "../../../../shared/recording/entries/recordedEntry.ts";
import { temporaryFolder, until } from "../../../relay.fixture.ts";
import { finishedRecording } from "../tap.fixture.ts";
import { createTapClient, serverFile, watchedTransport } from "./restart.fixture.ts";

/** The option for a build that runs a script. */
const build = (source: string) => ["--build", `"${process.execPath}" -e "${source}"`];

describe("with the official client", () => {
  test("a changed file restarts the server: the session stays, and the changed tool is announced", async () => {
    const folder = temporaryFolder();
    const file = serverFile(folder, { tools: ["one"] });
    const transport = watchedTransport(folder, file);
    const client = new Client({ name: "a-client", version: "1" });
    let isChanged = false;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      isChanged = true;
    });
    onTestFinished(() => client.close());
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["one"]);

    // the watch begins after the server has started
    let errors = "";
    transport.stderr?.on("data", (bytes) => {
      errors += bytes;
    });
    let count = 0;
    await until(() => {
      serverFile(folder, { tools: ["one", "two"], mark: count++ });
      return errors.includes("restarted");
    });
    await until(() => isChanged);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["one", "two"]);
    expect(errors).toContain("two added");
  });
});

describe("restarts by a signal", () => {
  test("a running call ends, one that comes meanwhile is answered by the new process", async () => {
    const { client, restart, restarted, errors } = await createTapClient(
      { tools: ["one"] },
      ...build("console.error('building')"),
    );
    const before = await client.request("tools/call", { name: "pid" });
    const slow = client.request("tools/call", { name: "slow" });
    restart();
    await until(() => errors().includes("building"));
    const after = await client.request("tools/call", { name: "pid" });
    expect(await slow).toMatchObject({ result: { content: [{ text: "slow" }] } });
    expect(after.result).not.toEqual(before.result);
    await restarted(1);
    expect(client.received.filter(({ id }) => id !== undefined)).toHaveLength(4);
  });

  test("the new process gets the handshake, the level and the subscriptions of the client", async () => {
    const { client, restart, restarted } = await createTapClient({ tools: ["one"] });
    await client.request("logging/setLevel", { level: "warning" });
    await client.request("resources/subscribe", { uri: "file:///a" });
    await client.request("resources/subscribe", { uri: "file:///b" });
    await client.request("resources/unsubscribe", { uri: "file:///a" });
    restart();
    await restarted(1);
    const { result } = await client.request("tools/call", { name: "seen" });
    expect(JSON.parse((result as { content: [{ text: string }] }).content[0].text)).toEqual([
      [
        "initialize",
        {
          protocolVersion: "2025-06-18",
          capabilities: { roots: {} },
          clientInfo: { name: "c", version: "1" },
        },
      ],
      ["notifications/initialized", null],
      ["logging/setLevel", { level: "warning" }],
      ["resources/subscribe", { uri: "file:///b" }],
      ["tools/list", {}],
      ["tools/call", { name: "seen" }],
    ]);
  });

  test("a server that does not start again leaves the former one, and says why", async () => {
    const { client, restart, folder, errors } = await createTapClient({ tools: ["one"] });
    const before = await client.request("tools/call", { name: "pid" });
    writeFileSync(join(folder, "server.mjs"), "throw new Error('a mistake in line 1');");
    restart();
    await until(() => errors().includes("not restarted"));
    expect(errors()).toContain("The former process goes on.");
    expect((await client.request("tools/call", { name: "pid" })).result).toEqual(before.result);
  });

  test("a server that has died: requests get an error with its last lines, until it starts again", async () => {
    const { client, restart, errors } = await createTapClient({ tools: ["one"] });
    const open = await client.request("tools/call", { name: "die" });
    expect(open).toMatchObject({
      error: { code: -32000, data: { stderr: expect.stringContaining("it broke") } },
    });
    await until(() => errors().includes("started again when a file changes"));
    expect(await client.request("tools/call", { name: "pid" })).toMatchObject({
      error: { message: expect.stringContaining("exit code 7") },
    });
    restart();
    await until(() => errors().includes("restarted in"));
    expect(await client.request("tools/call", { name: "pid" })).toHaveProperty("result");
  });

  test("its recording has each act of the tap as its own, and one session", async () => {
    const { client, restart, restarted, folder, child } = await createTapClient({ tools: ["one"] });
    serverFile(folder, { tools: ["two"] });
    restart();
    await restarted(1);
    await client.request("tools/call", { name: "pid" });
    child.stdin.end();
    await once(child, "exit");
    const recording = await finishedRecording(folder);
    const entries = (recording.entries ?? []) as readonly RecordedEntry[];
    const events = entries.flatMap((entry) => (entry.kind === "process" ? [entry.event] : []));
    expect(events.map(({ kind }) => kind)).toEqual(["starting", "started", "restarted", "exited"]);
    expect(events[2]).toMatchObject({
      changes: [
        { kind: "tools", name: "two", change: "added" },
        { kind: "tools", name: "one", change: "removed" },
      ],
    });
    const own = entries.filter((entry) => entry.kind === "message" && entry.change !== undefined);
    expect(own.map((entry) => (entry.kind === "message" ? entry.change?.action : ""))).toEqual(
      expect.arrayContaining(["of-tap", "for-tap"]),
    );
  });

  test("SIGTERM ends the server and the tap", async () => {
    const { client, restart, restarted, child } = await createTapClient({ tools: ["one"] });
    restart();
    await restarted(1);
    await client.request("tools/call", { name: "pid" });
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
  });

  test("a build that changes what is watched does not run without end, and this is said", async () => {
    const { folder, errors } = await createTapClient(
      { tools: ["one"] },
      ...build("console.error('building'); require('fs').appendFileSync('watched.txt', 'x')"),
    );
    let count = 0;
    await until(() => {
      // the watch begins after the server has answered
      if (!errors().includes("building")) {
        writeFileSync(join(folder, "watched.txt"), `${count++}`);
      }
      return errors().includes("The build changes files that are watched");
    }, 110_000);
    expect(errors().split("building").length).toBeLessThan(20);
  });

  test("a build that fails leaves the server as it is", async () => {
    const { client, restart, errors } = await createTapClient(
      { tools: ["one"] },
      ...build("console.error('no such type'); process.exit(2)"),
    );
    const before = await client.request("tools/call", { name: "pid" });
    restart();
    await until(() => errors().includes("The build failed (exit code 2). no such type"));
    expect((await client.request("tools/call", { name: "pid" })).result).toEqual(before.result);
  });
});
