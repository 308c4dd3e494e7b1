import { spawn } from "node:child_process";
import { chmodSync, existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { finishedRecording, tapFolder } from "../../../relay/cli/tap/tap.fixture.ts";
import { temporaryFolder, until } from "../../../relay/relay.fixture.ts";
import { recordedTapName } from "../messages/tapMessages.ts";
import { initialize, openPage, startClient, startRelay } from "./taps.fixture.ts";

test("a tap is a server with what its client and server have agreed on", async () => {
  const state = temporaryFolder();
  const page = await openPage(await startRelay(state));
  const client = startClient(state);
  await until(() => page.servers().length === 1);
  expect(page.servers()[0]).toMatchObject({ name: "notes", connection: expect.anything() });
  await client.send(initialize.method, initialize.params);
  await client.send("tools/list");
  const connected = await until(() => {
    const view = page.servers()[0]?.connection?.state.getState();
    const isRecorded = view?.kind === "recorded" && view.client.agreement.serverInfo.name !== "";
    return isRecorded ? view.client : undefined;
  });
  expect(connected.agreement).toMatchObject({
    revision: "2025-06-18",
    serverInfo: { name: "notes-server", version: "3" },
    capabilities: { tools: {} },
  });
  await until(() => page.methods().includes("tools/list"));
  await until(() => page.stores.traffic.log.snapshot().length >= 6);
  const { items } = await connected.list("tools/list", "tools");
  expect(items).toMatchObject([{ name: "add" }]);
  const [server] = page.servers();
  const opened = () => page.stores.sessions.recordings.getState().opened.get(server?.id ?? "");
  expect(opened()).toMatchObject({
    source: "tap",
    client: "an-editor 1.2",
    live: { kind: "live" },
  });
  client.child.stdin.end();
  await until(() => opened()?.live?.kind === "ended");
});

test("a tap that is shown late has its messages at the time at which they passed", async () => {
  const state = temporaryFolder();
  const relay = await startRelay(state);
  const client = startClient(state);
  await client.send(initialize.method, initialize.params);
  const page = await openPage(relay, ["notes"], () => Date.now() + 40_000);
  await until(() => page.methods().includes("initialize"));
  const { log } = page.stores.traffic;
  const newest = log.snapshot().entries.at(-1)?.at ?? Number.NaN;
  expect(newest).toBeLessThanOrEqual(performance.now() - 40_000);
});

test("a client that connects again is another session of the same server", async () => {
  const state = temporaryFolder();
  const page = await openPage(await startRelay(state));
  const first = startClient(state);
  await first.send(initialize.method, initialize.params);
  await until(() => page.methods().length === 1);
  const [before] = page.servers();
  first.child.stdin.end();
  const second = startClient(state);
  await second.send(initialize.method, initialize.params);
  await until(() => page.methods().length === 2);
  await until(() => page.servers()[0]?.connection?.id !== before?.connection?.id);
  expect(page.servers().map(({ id }) => id)).toEqual([before?.id]);
  const other = startClient(state, "other notes");
  await until(() => page.servers().length === 2);
  await other.send(initialize.method, initialize.params);
});

test("a tap goes on without a relay, and shows a later one everything from its start", async () => {
  const state = temporaryFolder();
  const client = startClient(state);
  await client.send(initialize.method, initialize.params);
  const relay = await startRelay(state);
  const page = await openPage(relay);
  await until(() => page.methods().includes("initialize"));
  await relay.close();
  await client.send("ping");
  const later = await openPage(await startRelay(state));
  await until(() => later.methods().includes("ping"));
  await client.send("tools/list");
  await until(() => later.methods().includes("tools/list"));
  expect(later.methods()).toEqual(["initialize", "ping", "tools/list"]);
});

test("a relay that was killed leaves nothing behind for the next one", async () => {
  const state = temporaryFolder();
  const client = startClient(state);
  await client.send(initialize.method, initialize.params);
  const path = join(tapFolder(state), "1.sock");
  const listen = `require("net").createServer().listen(${JSON.stringify(path)})`;
  await until(() => existsSync(tapFolder(state)));
  const killed = spawn(process.execPath, ["-e", listen], { stdio: "ignore" });
  await until(() => existsSync(path));
  killed.kill("SIGKILL");
  await client.send("ping");
  await until(() => !existsSync(path));
  const page = await openPage(await startRelay(state));
  await until(() => page.methods().includes("ping"));
  await client.send("tools/list");
  await until(() => page.methods().includes("tools/list"));
});

test("a tap that has ended is not listed, and closing a server does not bring it back", async () => {
  const state = temporaryFolder();
  const page = await openPage(await startRelay(state));
  const client = startClient(state);
  await client.send(initialize.method, initialize.params);
  await until(() => page.methods().length === 1);
  page.stores.sessions.recordings.close(page.servers()[0]?.id ?? "");
  await client.send("ping");
  const other = startClient(state, "other notes");
  await other.send(initialize.method, initialize.params);
  await until(() => page.servers().length > 0);
  expect(page.servers().map(({ name }) => name)).toEqual(["other notes"]);
});

test("only the owner can open the socket, and a folder that others can enter is not used", async () => {
  const state = temporaryFolder();
  await startRelay(state);
  const [name = ""] = readdirSync(tapFolder(state));
  expect(lstatSync(join(tapFolder(state), name)).mode & 0o777).toBe(0o600);
  expect(lstatSync(tapFolder(state)).mode & 0o777).toBe(0o700);
  chmodSync(tapFolder(state), 0o755);
  const page = await openPage(await startRelay(state));
  const client = startClient(state);
  await until(() => readdirSync(tapFolder(state)).some((file) => file.endsWith(".json")));
  await client.send("ping");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(page.servers()).toEqual([]);
});

test("the recording of a tap that ran without a relay is listed and read", async () => {
  const state = temporaryFolder();
  const client = startClient(state);
  await client.send(initialize.method, initialize.params);
  client.child.stdin.end();
  const written = await finishedRecording(state);
  const running = startClient(state, "other notes");
  const page = await openPage(await startRelay(state));
  await running.send(initialize.method, initialize.params);
  await until(() => page.servers().length === 1);
  const [recording, ...more] = await until(
    () => page.taps.getState().recordings.length > 0 && page.taps.getState().recordings,
  );
  expect(more).toEqual([]);
  if (!recording) throw new Error("no recording is listed");
  expect(recordedTapName(recording)).toBe("notes");
  await page.taps.open(recording);
  expect(page.files.map(({ name }) => name)).toEqual([recording.file]);
  expect(JSON.parse((await page.files[0]?.text()) ?? "")).toEqual(written);
  running.child.stdin.end();
  await until(() => page.taps.getState().recordings.length === 2);
});
