import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connectTo } from "../../../e2e/pairAsPage.ts";
import { startTap, tapFolder } from "../../../relay/cli/tap/tap.fixture.ts";
import { pair, script, temporaryFolder, until } from "../../../relay/relay.fixture.ts";
import { createRelay } from "../../../relay/server.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { createRelayLink } from "../../../shared/relay/client/relayLink.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { watchTaps } from "./watchTaps.ts";

/** A server with one tool. */
const serverWords = () => {
  const { command, args = [] } = script(`
    import { createInterface } from "node:readline";
    const results = {
      initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "notes-server", version: "3" } },
      "tools/list": { tools: [{ name: "add", inputSchema: { type: "object" } }] },
    };
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method } = JSON.parse(line);
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
    }`);
  return ["--", command, ...args];
};

const initialize = {
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: { roots: {} },
    clientInfo: { name: "an-editor", version: "1.2" },
  },
};

function startClient(state: string, name = "notes") {
  const { child } = startTap(["--name", name, ...serverWords()], state);
  let id = 0;
  let output = "";
  child.stdout.on("data", (bytes) => {
    output += bytes;
  });
  return {
    child,
    output: () => output,
    send(method: string, params: object = {}) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params })}\n`);
      return until(() => output.includes(`"id":${id},`));
    },
  };
}

async function startRelay(state: string) {
  const relay = await createRelay({ port: 0, tapFolder: tapFolder(state) });
  onTestFinished(() => relay.close());
  return relay;
}

/** A tab with a link to the relay. */
async function openPage(relay: Awaited<ReturnType<typeof createRelay>>) {
  const session = await pair(relay);
  const link = createRelayLink({ connect: connectTo(relay.origin), session, clock: systemClock });
  onTestFinished(() => link.close());
  const { stores } = createTab();
  watchTaps({ onLink: (listener) => listener(link) }, stores.recordings.growing);
  await link.open();
  const servers = () => [...stores.servers.all.getState().open.values()];
  const methods = () =>
    stores.traffic.log
      .snapshot()
      .entries.flatMap((entry) =>
        entry.kind === "message" && entry.direction === "out"
          ? entry.heads.flatMap((head) => ("method" in head ? [head.method] : []))
          : [],
      );
  return { stores, servers, methods };
}

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
  const opened = () => page.stores.recordings.getState().opened.get(server?.id ?? "");
  expect(opened()).toMatchObject({
    source: "tap",
    client: "an-editor 1.2",
    live: { kind: "live" },
  });
  client.child.stdin.end();
  await until(() => opened()?.live?.kind === "ended");
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

test("a tap that has ended is not listed, and closing a server does not bring it back", async () => {
  const state = temporaryFolder();
  const page = await openPage(await startRelay(state));
  const client = startClient(state);
  await client.send(initialize.method, initialize.params);
  await until(() => page.methods().length === 1);
  page.stores.recordings.close(page.servers()[0]?.id ?? "");
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
