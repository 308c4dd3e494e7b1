/** Starts taps and pages that watch them, for tests. */
import { onTestFinished } from "vitest";
import { createStore } from "zustand/vanilla";
import { connectTo } from "../../../e2e/pairAsPage.ts";
import { startTap, tapFolder } from "../../../relay/cli/tap/tap.fixture.ts";
import { pair, script, until } from "../../../relay/relay.fixture.ts";
import { createRelay } from "../../../relay/server.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { createRelayLink } from "../../../shared/relay/client/relayLink.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import type { TapControls } from "./followTaps.ts";
import { watchTaps } from "./watchTaps.ts";

/** A server with one tool, which pings its client when that asks for it. */
const serverWords = () => {
  const { command, args = [] } = script(`
    import { createInterface } from "node:readline";
    const results = {
      initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "notes-server", version: "3" } },
      "tools/list": { tools: [{ name: "add", inputSchema: { type: "object" } }] },
    };
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method, params } = JSON.parse(line);
      const pings = method === "notifications/ask" ? params?.times ?? 1 : 0;
      for (let count = 0; count < pings; count++) console.log(JSON.stringify({ jsonrpc: "2.0", id: "p" + count, method: "ping" }));
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
    }`);
  return ["--", command, ...args];
};

export const initialize = {
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: { roots: {} },
    clientInfo: { name: "an-editor", version: "1.2" },
  },
};

/** @param options of the tap */
export function startClient(state: string, name = "notes", options: readonly string[] = []) {
  const { child } = startTap(["--name", name, ...options, ...serverWords()], state);
  let id = 0;
  let output = "";
  child.stdout.on("data", (bytes) => {
    output += bytes;
  });
  const write = (message: object) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  return {
    child,
    write,
    output: () => output,
    send(method: string, params: object = {}) {
      write({ id: ++id, method, params });
      return until(() => output.includes(`"id":${id},`));
    },
  };
}

export async function startRelay(state: string) {
  const relay = await createRelay({ port: 0, tapFolder: tapFolder(state) });
  onTestFinished(() => relay.close());
  return relay;
}

/**
 * A tab with a link to the relay.
 * @param wanted the names of the taps that the user has asked to see
 * @param wallClock milliseconds since 1970
 */
export async function openPage(
  relay: Awaited<ReturnType<typeof createRelay>>,
  wanted: readonly string[] = ["notes", "other notes"],
  wallClock: () => number = Date.now,
) {
  const session = await pair(relay);
  const link = createRelayLink({ connect: connectTo(relay.origin), session, clock: systemClock });
  onTestFinished(() => link.close());
  const { stores } = createTab();
  const controls: TapControls = createStore(() => new Map());
  const files: File[] = [];
  const taps = watchTaps(
    { onLink: (listener) => listener(link) },
    {
      growing: { ...stores.sessions.recordings.growing, wallClock },
      subscribe: stores.sessions.recordings.subscribe,
      // a browser reads them in a worker
      open: async (source) => void (source.kind === "file" && files.push(source.file)),
    },
    controls,
  );
  for (const name of wanted) taps.show(name);
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
  return { stores, link, controls, taps, files, servers, methods };
}
