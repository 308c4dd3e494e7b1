import { expect, onTestFinished, test, vi } from "vitest";
import { startModernServer } from "../../../e2e/servers/modern.ts";
import { startSessionsServer } from "../../../e2e/servers/sessions.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { draftOf, itemKey } from "../../calls/store/drafts.ts";
import { nothingLeft } from "../../servers/store/connections/resumeState.ts";
import { serverKey } from "../../servers/store/server.ts";
import type { Stores } from "../../stores/stores.ts";
import { addressed, createTab, setSettings, shown } from "../stores/tab.fixture.ts";
import { type RestoreOptions, restoreTab } from "./restoreTab.ts";
import { readTabContent, type TabContent } from "./tabContent.ts";
import { readTabSecrets } from "./tabSecrets.ts";

const serverOf = ({ servers }: Stores, id: string) => servers.all.getState().open.get(id);
const stateOf = (stores: Stores, id: string) =>
  serverOf(stores, id)?.connection?.state.getState().kind;
const names = ({ connections }: Stores) => connections.open.getState().map(({ name }) => name);
const activeId = ({ servers }: Stores) => servers.all.getState().activeId;

async function startTwo() {
  const [one, other] = await Promise.all([startSessionsServer(), startModernServer()]);
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  return { one: one.url, other: other.url };
}

async function add(stores: Stores, url: string): Promise<string> {
  stores.view.showStart();
  stores.servers.all.write(url);
  stores.connections.connector.connect();
  const id = activeId(stores) ?? "";
  onTestFinished(() => stores.connections.opener.close(id));
  await vi.waitFor(() => expect(stateOf(stores, id)).toBe("connected"));
  return id;
}

/** The content as it is stored: without members that cannot be cloned. */
const contentOf = (stores: Stores) => structuredClone(readTabContent(stores, 0));

/** Restores a tab as the page after a reload does, and connects what needs nothing of the user. */
function restore(
  content: TabContent | undefined,
  options: Partial<Omit<RestoreOptions, "stores" | "content">> = {},
) {
  const { stores } = createTab();
  const due = restoreTab({
    stores,
    content,
    secrets: undefined,
    recording: undefined,
    entryServerId: undefined,
    left: nothingLeft,
    origin: 0,
    ...options,
  });
  const { opener } = stores.connections;
  for (const id of due) opener.connect(id);
  onTestFinished(() => [...stores.servers.all.getState().open.keys()].forEach(opener.close));
  return { stores, due };
}

const [ask, echo] = [
  { kind: "tool", name: "ask" },
  { kind: "tool", name: "echo" },
] as const;
const recordingOf = (url: string, selected?: Recording["selected"]): Recording => ({
  format: "mcp-playground/1",
  server: { kind: "http", url },
  ...(selected ? { selected } : {}),
});

test("a reload restores all servers of a tab that has very many", async () => {
  const { one } = await startTwo();
  const { stores: before } = createTab();
  await add(before, one);
  const content = contentOf(before);
  const open = content.open.flatMap((server) =>
    Array.from({ length: 30 }, (_, index) => ({ ...server, id: `server ${index}` })),
  );
  const { stores } = createTab();
  const own = { secrets: undefined, recording: undefined, entryServerId: undefined };
  restoreTab({ stores, content: { ...content, open }, ...own, left: nothingLeft, origin: 0 });
  expect(stores.servers.all.getState().open.size).toBe(30);
});

test("a reload restores every server with its id, name, place, settings, selection and arguments", async () => {
  const { one, other } = await startTwo();
  const { stores: before } = createTab();
  const first = await add(before, one);
  setSettings(before, { revision: "2025-06-18", timeoutSeconds: 7, roots: ["file:///a"] });
  before.connections.opener.reopen(first);
  before.view.openItem(ask);
  before.calls.drafts.change(first, itemKey(ask), { argumentsText: '{"message":"a"}' });
  const middle = await add(before, other);
  before.view.openItem(echo);
  before.calls.drafts.change(middle, itemKey(echo), { argumentsText: '{"message":"b"}' });
  before.calls.compositions.of(middle).change({ text: "[1]", headers: "X-Key: three" });
  const last = await add(before, other);
  setSettings(before, { headers: [["X-User", "two"]], logLevel: "debug" });
  before.connections.opener.reopen(last);
  await vi.waitFor(() =>
    expect([first, last].map((id) => stateOf(before, id))).toEqual(["connected", "connected"]),
  );
  before.servers.all.rename(middle, "Staging");
  before.servers.all.activate(middle);
  expect(names(before)).toEqual(["sessions-server", "Staging", "modern-server"]);
  const content = contentOf(before);
  expect(JSON.stringify(content)).not.toMatch(/"two"|three/);

  const { stores } = restore(content);
  await vi.waitFor(() =>
    expect(stores.connections.open.getState().map(({ state }) => state.kind)).toEqual([
      "connected",
      "connected",
      // its header has to be entered again
      "none",
    ]),
  );
  expect([...stores.servers.all.getState().open.keys()]).toEqual([first, middle, last]);
  expect(names(stores)[1]).toBe("Staging");
  expect(activeId(stores)).toBe(middle);
  const usual = { revision: "auto", timeoutSeconds: 60, roots: [], logLevel: undefined };
  expect(serverOf(stores, middle)?.settings).toMatchObject(usual);
  expect(serverOf(stores, last)).toMatchObject({
    settings: { ...usual, logLevel: "debug", headers: [] },
    lost: { headers: ["X-User"] },
  });
  const state = serverOf(stores, first)?.connection?.state.getState();
  expect(state?.kind === "connected" && state.client.agreement.revision).toBe("2025-06-18");
  expect(serverOf(stores, first)?.settings).toMatchObject({
    timeoutSeconds: 7,
    roots: ["file:///a"],
  });
  const drafts = stores.calls.drafts.getState();
  expect(draftOf(drafts, first, itemKey(ask))?.argumentsText).toBe('{"message":"a"}');
  expect(draftOf(drafts, middle, itemKey(echo))?.argumentsText).toBe('{"message":"b"}');
  expect(draftOf(drafts, last, itemKey(echo))).toBeUndefined();
  const { compositions } = stores.calls;
  expect(compositions.of(middle).getState()).toMatchObject({ text: "[1]", headers: "" });
  expect(compositions.of(first).getState().text).not.toBe("[1]");
  expect(shown(stores).selection).toEqual(echo);
  stores.servers.all.activate(first);
  expect(shown(stores).selection).toEqual(ask);
  // messages of the earlier page belong to their server
  const attempts = [...before.servers.all.getState().attempts];
  for (const [attempt, id] of attempts) {
    expect(stores.servers.all.getState().attempts.get(attempt)).toBe(id);
  }
});

test("what has to be entered again is still known after a second reload", () => {
  const { stores: before } = createTab();
  const target = { kind: "http", url: "https://a.example/mcp", userinfo: "me:secret" } as const;
  const id = before.servers.all.add({ target });
  before.servers.all.change(id, { headers: [["X-Key", "secret"]], sessionId: "secret" });
  before.connections.opener.connect(id);
  const first = contentOf(before);
  before.connections.opener.close(id);
  expect(JSON.stringify(first)).not.toContain("secret");
  const second = contentOf(restore(first).stores);
  const { due, stores } = restore({
    ...second,
    open: second.open.map((server) => ({ ...server, wasConnected: true })),
  });
  expect(due).toEqual([]);
  expect(serverOf(stores, id)?.lost).toEqual({
    headers: ["X-Key"],
    hasUserinfo: true,
    hasSessionId: true,
  });
});

test("a redirect to sign in restores the secrets, too", () => {
  const { stores: before } = createTab();
  const url = "https://a.example/mcp";
  const { all } = before.servers;
  const id = all.add({ target: { kind: "http", url, userinfo: "me:secret" } });
  all.change(id, { headers: [["X-Key", "secret"]] });
  before.connections.opener.connect(id);
  all.write("node server.js");
  setSettings(before, { environment: [["TOKEN", "secret"]] });
  const server = serverOf(before, id);
  if (!server) throw new Error("The server is missing");
  before.signIn.of(server, url).form.change({ clientSecret: "client secret" });
  const content = contentOf(before);
  before.connections.opener.close(id);
  const { compositions } = before.calls;
  const secrets = structuredClone(
    readTabSecrets(all.getState(), compositions, before.signIn.stored()),
  );
  const { due, stores } = restore(content, { secrets });
  expect(due).toEqual([id]);
  expect(serverOf(stores, id)).toMatchObject({
    settings: { headers: [["X-Key", "secret"]] },
    target: { userinfo: "me:secret" },
  });
  expect(addressed(stores)).toMatchObject({
    address: "node server.js",
    settings: { environment: [["TOKEN", "secret"]] },
  });
  expect(secrets.authorizations).toMatchObject([{ url, form: { clientSecret: "client secret" } }]);
});

test("the URL decides which server and which item are shown", () => {
  const { stores: before } = createTab();
  const { all } = before.servers;
  const [a, b] = ["https://a.example/mcp", "https://b.example/mcp"];
  const one = all.add({ target: { kind: "http", url: a } });
  const same = all.add({ target: { kind: "http", url: a } });
  const other = all.add({ target: { kind: "http", url: b } });
  all.activate(other);
  all.select(echo, other);
  const content = contentOf(before);
  const selected = { ...ask, argumentsText: '{"message":"from the URL"}' };

  const byUrl = restore(content, { recording: recordingOf(a, selected) }).stores;
  expect(activeId(byUrl)).toBe(one);
  expect(shown(byUrl).selection).toEqual(ask);
  expect(draftOf(byUrl.calls.drafts.getState(), one, itemKey(ask))).toMatchObject({
    argumentsText: selected.argumentsText,
  });
  const byEntry = restore(content, { recording: recordingOf(a), entryServerId: same }).stores;
  expect(activeId(byEntry)).toBe(same);
  // a server that is not open any more is offered
  const gone = restore(content, { recording: recordingOf("https://c.example/mcp", ask) }).stores;
  expect(activeId(gone)).toBeUndefined();
  expect(shown(gone)).toMatchObject({ address: "https://c.example/mcp", selection: ask });
  expect(shown(gone).lost).toBeDefined();
});

test("what the user has typed meanwhile stays; the servers are restored beside it", () => {
  const { stores: before } = createTab();
  const id = before.servers.all.add({ target: { kind: "http", url: "https://a.example/mcp" } });
  before.servers.all.activate(id);
  const content = contentOf(before);
  const { stores } = createTab();
  stores.servers.all.write("https://typed.example/mcp");
  restoreTab({
    stores,
    content,
    secrets: undefined,
    recording: undefined,
    entryServerId: undefined,
    left: nothingLeft,
    origin: 0,
  });
  expect(activeId(stores)).toBeUndefined();
  expect(addressed(stores).address).toBe("https://typed.example/mcp");
  expect([...stores.servers.all.getState().open.keys()]).toEqual([id]);
});

test("text typed over an open server, and closed servers with their arguments, are restored", () => {
  const { stores: before } = createTab();
  const { all } = before.servers;
  const url = "https://a.example/mcp";
  const closed = all.add({ target: { kind: "http", url } });
  all.change(closed, { timeoutSeconds: 9 });
  before.calls.drafts.change(closed, itemKey(echo), { argumentsText: '{"message":"kept"}' });
  before.connections.opener.discard(closed);
  const id = all.add({ target: { kind: "http", url: "https://b.example/mcp" } });
  all.activate(id);
  all.write("npx typed over it");
  const { stores } = restore(contentOf(before));
  expect(activeId(stores)).toBe(id);
  expect(addressed(stores).address).toBe("npx typed over it");
  stores.view.showStart();
  stores.servers.all.choose(url);
  expect(stores.servers.all.getState().closed.has(serverKey(url))).toBe(true);
  expect(stores.servers.all.openEntered({ kind: "http", url })).toBe(closed);
  expect(serverOf(stores, closed)?.settings.timeoutSeconds).toBe(9);
  const drafts = stores.calls.drafts.getState();
  expect(draftOf(drafts, closed, itemKey(echo))?.argumentsText).toBe('{"message":"kept"}');
});

test("a pasted command counts as pasted also after a reload", () => {
  const { stores: before } = createTab();
  before.connections.connector.paste("NODE_OPTIONS=--require=/tmp/evil.js npx -y good", true);
  const { stores } = restore(contentOf(before));
  expect(addressed(stores)).toMatchObject({
    address: expect.stringContaining("npx -y good"),
    source: "pasted",
  });
});

test("a tab that is paired later is restored then; what the user opened meanwhile stays in front", async () => {
  const { one, other } = await startTwo();
  const { stores: before } = createTab();
  const id = await add(before, one);
  const content = contentOf(before);
  for (const isUntouched of [true, false]) {
    const { stores } = restore(undefined, { recording: recordingOf(one) });
    expect(addressed(stores).address).toBe(one);
    const opened = isUntouched ? undefined : await add(stores, other);
    const rest = { secrets: undefined, entryServerId: undefined, left: nothingLeft, origin: 0 };
    const recording = recordingOf(one);
    const due = restoreTab({ stores, content, recording, isUntouched, ...rest });
    expect(due).toEqual([id]);
    expect(activeId(stores)).toBe(opened ?? id);
  }
});
