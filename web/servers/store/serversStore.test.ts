import { expect, test } from "vitest";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { activeServer, addressedServer, shownServer } from "./server.ts";
import { createServers } from "./serversStore.ts";
import { createServerDefaults, type ServerSettings } from "./settings.ts";

function createScene(storage = createMemoryStorage()) {
  let count = 0;
  const defaults = createServerDefaults(storage);
  const servers = createServers({ newId: () => `id ${++count}`, defaults, storage });
  const addressed = () => addressedServer(servers.getState());
  const set = (settings: Partial<ServerSettings>) => servers.change(addressed().id, settings);
  /** Opens the server in the address bar. */
  const open = (address = addressed().address) => {
    servers.choose(address);
    const { activeId } = servers.getState();
    const id = servers.openEntered({ kind: "http", url: address });
    if (activeId !== undefined) servers.remove(activeId);
    return id;
  };
  /** Opens a server beside the others. */
  const openBeside = (address: string) => {
    servers.makeRoom();
    return open(address);
  };
  return { servers, defaults, storage, addressed, set, open, openBeside };
}

const first = "https://first.example/mcp";
const second = "https://second.example/mcp";
const headers = [["Authorization", "Bearer secret"]] as const;

test("settings of one server never apply to another, and are there again for the first", () => {
  const { servers, addressed, set } = createScene();
  servers.write(first);
  set({ headers, revision: "2025-06-18", timeoutSeconds: 5, logLevel: "debug" });
  servers.write(second);
  expect(addressed().settings).toMatchObject({
    headers: [],
    revision: "auto",
    timeoutSeconds: 60,
    logLevel: undefined,
  });
  set({ directory: "/tmp" });
  servers.write(first);
  expect(addressed().settings).toMatchObject({ headers, revision: "2025-06-18", directory: "" });
  servers.write("");
  expect(addressed().settings.headers).toEqual([]);
});

test("settings made before a server was named go to the first one that the user names", () => {
  const { servers, addressed, set, open, openBeside } = createScene();
  set({ sessionId: "abc" });
  // as it is typed
  for (const text of ["h", "https:/", first]) servers.write(text);
  expect(addressed().settings.sessionId).toBe("abc");
  open();
  expect(addressed().settings.sessionId).toBe("abc");
  openBeside(second);
  expect(addressed().settings.sessionId).toBe("");
});

test("the server of a link gets nothing that was not set for it, and nothing of the user is lost", () => {
  const { servers, addressed, set } = createScene();
  set({ headers });
  const settings = servers.settingsOfLink(second);
  servers.enterLink({ address: second, settings, selection: undefined });
  expect(addressed()).toMatchObject({ source: "link", settings: { headers: [] } });
  const id = servers.openEntered({ kind: "http", url: second });
  expect(servers.getState().open.get(id)?.settings.headers).toEqual([]);
  servers.makeRoom();
  expect(addressed().settings.headers).toEqual(headers);
  servers.choose(first);
  expect(addressed().settings.headers).toEqual(headers);
});

test("typing over an open server changes neither it nor what is shown; its address leads back to it", () => {
  const { servers, addressed, set, open } = createScene();
  const id = open(first);
  set({ headers, revision: "2025-06-18" });
  for (const text of [`${first}/a`, second]) servers.write(text);
  expect(addressed()).toMatchObject({
    address: second,
    settings: { headers: [], revision: "auto" },
  });
  expect(shownServer(servers.getState()).id).toBe(id);
  set({ revision: "2026-07-28" });
  expect(activeServer(servers.getState())?.settings.revision).toBe("2025-06-18");
  servers.write("first.example/mcp");
  expect(addressed()).toMatchObject({ id, settings: { headers, revision: "2025-06-18" } });
});

test("another server takes the place of the one that it replaces; a closed one keeps id and settings", () => {
  const { servers, addressed, set, open, openBeside } = createScene();
  const one = open(first);
  set({ headers });
  const beside = openBeside("https://third.example/mcp");
  servers.activate(one);
  const two = open(second);
  expect([...servers.getState().open.keys()]).toEqual([two, beside]);
  expect(addressed().settings.headers).toEqual([]);
  expect(openBeside(first)).toBe(one);
  expect(addressed().settings.headers).toEqual(headers);
});

test("a second connection starts with the settings of the first, and is independent of it", () => {
  const { servers, addressed, set, open, openBeside } = createScene();
  const one = open(first);
  set({ headers, sessionId: "abc" });
  const two = openBeside(first);
  expect(two).not.toBe(one);
  expect(addressed().settings).toMatchObject({ headers, sessionId: "" });
  set({ headers: [] });
  expect(servers.getState().open.get(one)?.settings.headers).toEqual(headers);
  // the credentials of the first, but not those of a saved server
  const [a, b] = [one, two].map((id) => servers.getState().open.get(id)?.credentials);
  expect(a).toBe(b);
  servers.makeRoom();
  servers.choose(first, { savedName: "Saved" });
  expect(addressed()).toMatchObject({ name: "Saved" });
  expect(addressed().credentials).not.toBe(a);
});

test("a server whose command is edited keeps its settings and its id", () => {
  const { servers, addressed, set } = createScene();
  servers.choose("node server.js");
  set({ directory: "/tmp" });
  servers.editCommand(addressed().id, "node server.js --verbose");
  const { id } = addressed();
  expect(addressed().settings.directory).toBe("/tmp");
  servers.openEntered({ kind: "stdio", command: "node", args: ["server.js", "--verbose"] });
  servers.editCommand(id, "node server.js");
  expect(addressed()).toMatchObject({
    id,
    address: "node server.js",
    settings: { directory: "/tmp" },
  });
});

test("the selection belongs to a server, open or not", () => {
  const { servers, open, openBeside } = createScene();
  const [echo, ask] = [
    { kind: "tool", name: "echo" },
    { kind: "tool", name: "ask" },
  ] as const;
  servers.select(echo);
  const one = open(first);
  expect(shownServer(servers.getState()).selection).toEqual(echo);
  openBeside(second);
  expect(shownServer(servers.getState()).selection).toBeUndefined();
  servers.select(ask, one);
  servers.activate(one);
  expect(shownServer(servers.getState()).selection).toEqual(ask);
});

test("the address of the last server that is closed stays; its neighbour becomes active before", () => {
  const { servers, addressed, open, openBeside } = createScene();
  const one = open(first);
  const two = openBeside(second);
  servers.remove(two);
  expect(addressed().id).toBe(one);
  servers.remove(one);
  expect(servers.getState().activeId).toBeUndefined();
  expect(addressed()).toMatchObject({ id: one, address: first });
});

test("defaults hold for servers that are new", () => {
  const { servers, defaults, addressed, set, open } = createScene();
  const id = open(first);
  servers.makeRoom();
  defaults.change({ timeoutSeconds: 5 });
  expect(addressed().settings.timeoutSeconds).toBe(5);
  servers.choose(second);
  expect(addressed().settings.timeoutSeconds).toBe(5);
  expect(servers.getState().open.get(id)?.settings.timeoutSeconds).toBe(60);
  set({ timeoutSeconds: 6 });
  defaults.change({ timeoutSeconds: 7 });
  expect(addressed().settings.timeoutSeconds).toBe(6);
});

test("the route to a server is stored across visits, by its origin only", () => {
  const { servers, storage, addressed, set } = createScene();
  servers.choose(`${second}?key=secret`);
  set({ route: "relay" });
  servers.choose("https://third.example/mcp");
  expect(addressed().settings.route).toBe("direct");

  const next = createScene(storage);
  next.servers.choose(second);
  expect(next.addressed().settings.route).toBe("relay");
  expect(storage.getItem("mcp-playground.relayed-origins")).toBe('["https://second.example"]');
  next.set({ route: "direct" });
  expect(storage.getItem("mcp-playground.relayed-origins")).toBe("[]");
});

test("a server that was found gets nothing that was set before a server was named, which stays", () => {
  const { servers, addressed } = createScene();
  servers.change(addressed().id, { headers: [["X-Key", "1"]] });
  servers.choose("npx found", { isForeign: true });
  expect(addressed().settings.headers).toEqual([]);
  servers.change(addressed().id, { directory: "/found" });
  servers.write(second);
  expect(addressed().settings).toMatchObject({ headers: [["X-Key", "1"]], directory: "" });
});

test("a text of which a part was pasted counts as pasted until it is edited", () => {
  const { servers, addressed } = createScene();
  servers.write("npx ");
  servers.write("npx -y good", true);
  expect(addressed().source).toBe("pasted");
  servers.write("npx -y good2");
  expect(addressed().source).toBe("person");
});
