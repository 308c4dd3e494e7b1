import { expect, onTestFinished, test, vi } from "vitest";
import { methodNotFound, startReplies } from "../../../../e2e/servers/replies.ts";
import { openRelay } from "../../../../relay/relay.fixture.ts";
import type { RelayOptions } from "../../../../relay/relayOptions.ts";
import type { Relay } from "../../../../relay/server.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { createTab, shown, type Tab } from "../../../app/stores/tab.fixture.ts";
import { draftOf } from "../../../calls/store/drafts.ts";
import { runOf } from "../../../calls/store/runs.ts";
import { readItems } from "../../../servers/store/catalog/queries.ts";
import { connectedView } from "../../../servers/store/connections/connection.ts";
import { activeServer } from "../../../servers/store/server.ts";
import { ownLiveText } from "../../messages/liveMessages.ts";
import type { LiveShare } from "./liveShare.ts";

/** A server with one tool that returns its argument. */
async function openServer() {
  const { url, close } = await startReplies({ name: "shared" }, ({ method, params }) => {
    const results: Record<string, object> = {
      "tools/list": { tools: [{ name: "echo", inputSchema: { type: "object" } }] },
      "tools/call": { content: [{ type: "text", text: `got ${params?.arguments?.words}` }] },
      "resources/read": { contents: [{ uri: params?.uri, text: "<p></p>" }] },
    };
    const result = results[method];
    return result ? { result } : methodNotFound;
  });
  onTestFinished(close);
  return url;
}

/** A relay, and the origin of its page. */
type PageRelay = Pick<Relay, "url" | "origin">;

/** A tab whose page is served by a relay; `through` sees each request first. */
function tabAt(
  relayOf: () => PageRelay,
  through: typeof fetch = globalThis.fetch,
  more: Readonly<Record<string, string>> = {},
): Tab {
  return createTab(async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.startsWith("http://127.0.0.1:9/")) return globalThis.fetch(input, init);
    const own = init?.headers as Record<string, string>;
    const headers = { ...own, ...more, Origin: relayOf().origin };
    return through(url.replace("http://127.0.0.1:9", relayOf().url), { ...init, headers });
  });
}

function viewOf({ stores }: Tab) {
  const connection = activeServer(stores.servers.all.getState())?.connection;
  const view = connection && connectedView({ connection, state: connection.state.getState() });
  if (!view) throw new Error("There is no connection");
  return view;
}

async function call(tab: Tab, words: string) {
  const { stores } = tab;
  const view = viewOf(tab);
  const item = { kind: "tool", name: "echo", raw: { name: "echo", inputSchema: {} } } as never;
  stores.calls.drafts.change(view.connection.serverId, "tool echo", {
    argumentsText: JSON.stringify({ words }),
  });
  await stores.calls.invoke.run(view, item);
}

async function share(tab: Tab, url: string): Promise<string> {
  const { servers } = tab.stores;
  const { live } = tab.stores.sessions;
  const { activeId = "" } = servers.all.getState();
  await live.start({
    serverId: activeId,
    choices: { excluded: new Set(), hasEvents: true, masked: [], keepsSecrets: false },
    head: { server: { kind: "http", url } },
    linkBase: "http://127.0.0.1:9/",
  });
  const shared = shareOf(tab);
  if (shared?.kind !== "live") throw new Error(`It is not shared: ${JSON.stringify(shared)}`);
  return new URLSearchParams(new URL(shared.link).hash.slice(1)).get("w") ?? "";
}

function shareOf({ stores }: Tab): LiveShare | undefined {
  return stores.sessions.live.getState().get(stores.servers.all.getState().activeId ?? "");
}

function watched({ stores }: Tab) {
  const { activeId = "" } = stores.servers.all.getState();
  return stores.sessions.recordings.getState().opened.get(activeId);
}

function resultOf({ stores }: Tab): string {
  const { activeId = "" } = stores.servers.all.getState();
  return JSON.stringify(runOf(stores.calls.runs.getState(), activeId, "tool echo") ?? "");
}

function argumentsOf({ stores }: Tab): string | undefined {
  const { activeId = "" } = stores.servers.all.getState();
  return draftOf(stores.calls.drafts.getState(), activeId, "tool echo")?.argumentsText;
}

/** Everything in the log of a tab. */
async function textOf({ stores }: Tab): Promise<string> {
  const { log } = stores.traffic;
  const { entries, length } = log.snapshot();
  const bodies = await Promise.all(entries.slice(0, length).map(({ seq }) => log.read(seq)));
  return bodies.map((body) => new TextDecoder().decode(body)).join("\n");
}

const within = <T>(check: () => T | Promise<T>) => vi.waitFor(check);

async function openOwner(options: RelayOptions = {}) {
  const relay = await openRelay({ blobs: true, ...options });
  const url = await openServer();
  const owner = tabAt(() => relay);
  await connectTab(owner, url);
  return { relay, url, owner, viewer: (through?: typeof fetch) => tabAt(() => relay, through) };
}

test("others watch a session as it happens, until its owner ends it", async () => {
  const { owner, url, viewer } = await openOwner();
  await call(owner, "before");
  const value = await share(owner, url);
  const tab = viewer();
  await tab.stores.sessions.recordings.open({ kind: "live", value });
  expect(tab.stores.sessions.recordings.getState().problem).toBeUndefined();
  await within(() => expect(resultOf(tab)).toContain("got before"));
  expect(watched(tab)?.live).toEqual({ kind: "live" });
  await within(() => expect(shareOf(owner)).toMatchObject({ viewers: 1 }));

  await call(owner, "during");
  await within(() => expect(resultOf(tab)).toContain("got during"));
  // the arguments are those of the result
  expect(argumentsOf(tab)).toContain("during");
  const view = viewOf(tab);
  expect(view.connection.state.getState().kind).toBe("recorded");
  const items = await readItems(view);
  expect(items.get("tool")?.map(({ name }) => name)).toEqual(["echo"]);
  expect(shown(tab.stores).selection).toEqual({ kind: "tool", name: "echo" });

  owner.stores.sessions.live.end(owner.stores.servers.all.getState().activeId ?? "");
  const ended = { kind: "ended", reason: "owner", isProved: true };
  await within(() => expect(watched(tab)?.live).toEqual(ended));
  expect(shareOf(owner)).toEqual({ kind: "ended", reason: "owner" });
  expect(resultOf(tab)).toContain("got during");
  const late = viewer();
  await within(async () => {
    await late.stores.sessions.recordings.open({ kind: "live", value });
    expect(late.stores.sessions.recordings.getState().problem?.code).toBe("not-found");
  });
});

test("what the app of a tool does takes neither the tool nor its result from the viewer", async () => {
  const { owner, url, viewer } = await openOwner();
  const { client } = viewOf(owner);
  /** Calls the tool, loads its app, and lets the app call the tool as well. */
  const callWithApp = async (words: string) => {
    await call(owner, words);
    const uri = JSON.stringify({ uri: "ui://echo/app.html" });
    await client.session.request("resources/read", uri, { evenIfUndeclared: true }).done;
    const params = { name: "echo", arguments: { words: `${words}, by the app` } };
    const request = { jsonrpc: "2.0", id: client.session.nextId(), method: "tools/call", params };
    await client.run(JSON.stringify(request), { initiator: { kind: "app", id: "app" } }).done;
  };
  await callWithApp("first");
  const tab = viewer();
  await tab.stores.sessions.recordings.open({ kind: "live", value: await share(owner, url) });
  for (const words of ["first", "second", "third"]) {
    if (words !== "first") await callWithApp(words);
    await within(async () => expect(await textOf(tab)).toContain(`got ${words}, by the app`));
    await within(() => expect(resultOf(tab)).toContain(`got ${words}`));
    expect(resultOf(tab)).not.toContain("by the app");
    expect(shown(tab.stores).selection).toEqual({ kind: "tool", name: "echo" });
  }
});

test("what a viewer has typed stays when the owner calls again", async () => {
  const { owner, url, viewer } = await openOwner();
  await call(owner, "before");
  const tab = viewer();
  await tab.stores.sessions.recordings.open({ kind: "live", value: await share(owner, url) });
  await call(owner, "during");
  await within(() => expect(resultOf(tab)).toContain("got during"));
  const { activeId = "" } = tab.stores.servers.all.getState();
  tab.stores.calls.drafts.change(activeId, "tool echo", { argumentsText: '{"words":"my"}' });
  await call(owner, "after");
  await within(() => expect(resultOf(tab)).toContain("got after"));
  expect(argumentsOf(tab)).toBe('{"words":"my"}');
});

test("an end while a large message is being sent comes after the whole message", async () => {
  const relay = await openRelay({ blobs: true });
  const url = await openServer();
  let isSending = false;
  const owner = tabAt(
    () => relay,
    async (input, init) => {
      const { body } = init ?? {};
      if (body instanceof Uint8Array && body.byteLength > 30_000) {
        isSending = true;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return fetch(input, init);
    },
  );
  await connectTab(owner, url);
  const value = await share(owner, url);
  const tab = tabAt(() => relay);
  await tab.stores.sessions.recordings.open({ kind: "live", value });
  await within(() => expect(shareOf(owner)).toMatchObject({ viewers: 1 }));
  // random text is as large compressed, so it takes several chunks
  const words = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");
  await call(owner, `${words}${words.split("").reverse().join("")}`);
  await within(() => expect(isSending).toBe(true));
  owner.stores.sessions.live.end(owner.stores.servers.all.getState().activeId ?? "");
  const ended = { kind: "ended", reason: "owner", isProved: true };
  await within(() => expect(watched(tab)?.live).toEqual(ended));
  expect(await textOf(tab)).toContain(words);
});

test("a relay that knows its people names the viewers to the owner, and the owner to the viewers", async () => {
  const relay = await openRelay({ blobs: true, trustProxy: "loopback", authHeader: "X-User" });
  const url = await openServer();
  const tabOf = (name: string) => tabAt(() => relay, undefined, { "X-User": name });
  const owner = tabOf("ada@example.com");
  await connectTab(owner, url);
  await call(owner, "before");
  const value = await share(owner, url);
  const viewer = tabOf("bob@example.com");
  await viewer.stores.sessions.recordings.open({ kind: "live", value });
  await within(() => expect(watched(viewer)?.owner).toBe("ada@example.com"));
  await within(() => expect(shareOf(owner)).toMatchObject({ people: ["bob@example.com"] }));
  const shared = shareOf(owner);
  expect(shared?.kind === "live" && ownLiveText(shared)).toBe("1 viewer: bob@example.com");
});

test("viewers do not see another connection to the same server", async () => {
  const { owner, url, viewer } = await openOwner();
  const { connector } = owner.stores.connections;
  const { all } = owner.stores.servers;
  await call(owner, "shown");
  const value = await share(owner, url);
  const shared = all.getState().activeId ?? "";
  owner.stores.view.showStart();
  all.write(url);
  connector.connect();
  const stateOf = () => activeServer(all.getState())?.connection?.state.getState().kind;
  await within(() => expect(stateOf()).toBe("connected"));
  await call(owner, "of another account");
  all.activate(shared);
  await call(owner, "shown at last");

  const tab = viewer();
  await tab.stores.sessions.recordings.open({ kind: "live", value });
  await within(() => expect(resultOf(tab)).toContain("got shown at last"));
  const seen = await textOf(tab);
  expect(seen).toContain("got shown");
  expect(seen).not.toContain("another account");
});

test("a viewer who closes it is no longer counted; the session ends with its server", async () => {
  const { owner, url, viewer } = await openOwner();
  const value = await share(owner, url);
  const [one, two] = [viewer(), viewer()];
  for (const tab of [one, two]) await tab.stores.sessions.recordings.open({ kind: "live", value });
  await within(() => expect(shareOf(owner)).toMatchObject({ viewers: 2 }));
  one.stores.sessions.recordings.close(one.stores.servers.all.getState().activeId ?? "");
  await call(owner, "again");
  await within(() => expect(shareOf(owner)).toMatchObject({ viewers: 1 }));
  const { activeId = "" } = owner.stores.servers.all.getState();
  owner.stores.connections.opener.discard(activeId);
  await within(() => expect(watched(two)?.live).toMatchObject({ kind: "ended", reason: "owner" }));
});

test("a changed, repeated or missing chunk is detected, and nothing later is shown", async () => {
  const { owner, url, viewer } = await openOwner();
  const value = await share(owner, url);
  /** Replaces text in the stream of a viewer. */
  const tampered = (change: (text: string) => string) =>
    viewer(async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).includes("from=")) return response;
      const decoder = new TextDecoder();
      const encoder = new TextEncoder();
      const stream = response.body?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform: (bytes, control) =>
            control.enqueue(encoder.encode(change(decoder.decode(bytes)))),
        }),
      );
      return new Response(stream ?? null, response);
    });
  const first = tampered((text) => text.replace(/data: (.)/, "data: $1A"));
  await first.stores.sessions.recordings.open({ kind: "live", value });
  expect(first.stores.sessions.recordings.getState().problem?.code).toMatch(/wrong-key|damaged/);
  expect(watched(first)).toBeUndefined();

  const later = tampered((text) => text.replace(/^id: ([3-9]|\d\d)$/gm, "id: 1$1"));
  await later.stores.sessions.recordings.open({ kind: "live", value });
  for (const words of ["a", "b", "c"]) {
    await call(owner, words);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  await within(() => expect(watched(later)?.live).toMatchObject({ kind: "ended", reason: "gap" }));
  expect(resultOf(later)).not.toContain("got c");
});

test("refusals of the relay are reported; a session that is full or abandoned is ended", async () => {
  const { owner, url, viewer } = await openOwner({
    limits: { liveBytes: 20_000, livePerVisitor: 1, liveViewers: 1 },
  });
  const value = await share(owner, url);
  const [one, two] = [viewer(), viewer()];
  await one.stores.sessions.recordings.open({ kind: "live", value });
  await two.stores.sessions.recordings.open({ kind: "live", value });
  expect(two.stores.sessions.recordings.getState().problem?.code).toBe("too-many-viewers");
  const other = viewer();
  await connectTab(other, url);
  await expect(share(other, url)).rejects.toThrow("too-many");

  const random = Array.from({ length: 4000 }, () => Math.random().toString(36)).join("");
  await call(owner, random);
  await within(() => expect(shareOf(owner)).toEqual({ kind: "ended", reason: "full" }));
  await within(() => expect(watched(one)?.live).toMatchObject({ kind: "ended", reason: "full" }));

  const links: [string, string][] = [
    ["2.x", "unknown-version"],
    ["1.short", "damaged"],
    [value.replace(/\.[^.]*$/, `.${"A".repeat(43)}`), "not-found"],
  ];
  for (const [link, code] of links) {
    await two.stores.sessions.recordings.open({ kind: "live", value: link });
    expect(two.stores.sessions.recordings.getState().problem?.code).toBe(code);
  }
});

test("a relay that stores nothing refuses", async () => {
  const { owner, url } = await openOwner({ blobs: false });
  await expect(share(owner, url)).rejects.toThrow("not-found");
});
