import { expect, onTestFinished, test, vi } from "vitest";
import { startSessionsServer } from "../../../e2e/servers/sessions.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createEncryptedStore } from "../../platform/storage/encryptedStore.ts";
import { createStoredItems } from "../../platform/storage/storedItems.fixture.ts";
import { createServerProfiles, type ServerProfile } from "../../servers/store/serverProfiles.ts";
import { createSavedServerActions } from "./createSavedServerActions.ts";
import { addressed, createTab, setSettings } from "./tab.fixture.ts";

/** What the browser stores, read by the test. */
function createDisk() {
  const { stored, items } = createStoredItems();
  const local = new Map<string, string>();
  return { stored, items, local, storage: createMemoryStorage(local) };
}

/** A tab of the same browser, with the half of the key that its relay holds. */
function openTab(disk: ReturnType<typeof createDisk>, half: Uint8Array<ArrayBuffer> | undefined) {
  const { stores } = createTab();
  const encrypted = createEncryptedStore(disk.items, async () => half);
  const profiles = createServerProfiles({
    storage: disk.storage,
    newId: () => crypto.randomUUID(),
    openStore: async () => encrypted,
  });
  const { signIn, view, servers, connections } = stores;
  const { connector } = connections;
  const saved = createSavedServerActions({ servers: servers.all, profiles, auth: signIn, view });
  const open = async (profile: ServerProfile) => {
    if (await saved.enter(profile)) connector.connectPlain();
  };
  return { stores, profiles, saved, open };
}

const textOf = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    part instanceof ArrayBuffer || ArrayBuffer.isView(part)
      ? Buffer.from(part as ArrayBuffer).toString("latin1")
      : part,
  );

test("a saved server is opened again with its headers, variables, route and OAuth client", async () => {
  const server = await startSessionsServer();
  onTestFinished(server.close);
  const disk = createDisk();
  const half = crypto.getRandomValues(new Uint8Array(32));
  const first = openTab(disk, half);
  const { connections, servers, signIn } = first.stores;
  servers.all.choose(server.url);
  setSettings(first.stores, {
    headers: [["X-Tenant", "blue-secret"]],
    revision: "2025-06-18",
    timeoutSeconds: 7,
    logLevel: "warning",
  });
  const form = { clientId: "my-client", clientSecret: "client-secret" };
  signIn.of(addressed(first.stores), server.url).form.change(form);
  connections.connector.connect();
  const id = servers.all.getState().activeId ?? "";
  onTestFinished(() => connections.opener.close(id));
  expect(await first.saved.save(id, "Staging")).toBe(true);
  expect(connections.open.getState().map(({ name }) => name)).toEqual(["Staging"]);
  // nothing secret is readable
  const stored = textOf([...disk.stored]) + textOf([...disk.local]);
  expect(stored).toContain("Staging");
  for (const secret of ["blue-secret", "client-secret", "my-client"]) {
    expect(stored).not.toContain(secret);
  }

  const second = openTab(disk, half);
  const profile = second.profiles.named("Staging");
  if (!profile) throw new Error("The server is not saved");
  // another account at the same server is open
  second.stores.servers.all.choose(server.url);
  setSettings(second.stores, { headers: [["X-Tenant", "red"]], revision: "2025-11-25" });
  second.stores.connections.connector.connect();
  const [other] = [...second.stores.servers.all.getState().open.values()];
  await second.open(profile);
  const { opener, open } = second.stores.connections;
  const { all } = second.stores.servers;
  const again = all.getState().activeId ?? "";
  onTestFinished(() => [other?.id ?? "", again].forEach(opener.close));
  await vi.waitFor(() =>
    expect(open.getState().map(({ state }) => state.kind)).toEqual(["connected", "connected"]),
  );
  expect(open.getState()[1]?.name).toBe("Staging");
  const opened = all.getState().open.get(again);
  expect(opened?.applied).toMatchObject({
    headers: [["X-Tenant", "blue-secret"]],
    revision: "2025-06-18",
    timeoutSeconds: 7,
    logLevel: "warning",
  });
  if (!opened || !other) throw new Error("A server is missing");
  const formOf = (of: typeof opened) => second.stores.signIn.of(of, server.url).form.getState();
  expect(formOf(opened)).toMatchObject(form);
  expect(formOf(other)).toMatchObject({ clientId: "" });
  expect(all.getState().open.get(other.id)?.settings).toMatchObject({
    headers: [["X-Tenant", "red"]],
    revision: "2025-11-25",
  });
});

test("without the relay's half no server is contacted, and the page says what is missing", async () => {
  const disk = createDisk();
  const half = crypto.getRandomValues(new Uint8Array(32));
  const first = openTab(disk, half);
  const target = { kind: "http", url: "http://127.0.0.1:9/mcp" } as const;
  const id = first.stores.servers.all.add({ target });
  await first.saved.save(id, "Staging");

  const second = openTab(disk, undefined);
  const profile = second.profiles.named("Staging");
  if (!profile) throw new Error("The server is not saved");
  expect(await second.saved.enter(profile)).toBe(false);
  expect(second.stores.servers.all.getState().open.size).toBe(0);
  expect(addressed(second.stores).address).toBe("http://127.0.0.1:9/mcp");
  expect(second.profiles.getState().problem).toEqual({ action: "read", name: "Staging" });
});

test("a forgotten server leaves nothing behind; the same name replaces", async () => {
  const disk = createDisk();
  const { stores, profiles, saved } = openTab(disk, undefined);
  const url = "https://a.example/mcp?token=sk-aaaaaaaaaaaaaaaaaaaaaa";
  const id = stores.servers.all.add({ target: { kind: "http", url } });
  const names = () => [...disk.stored.keys()].filter((name) => name.startsWith("sealed ")).length;
  await saved.save(id, "One");
  await saved.save(id, "One");
  expect(profiles.getState().profiles).toHaveLength(1);
  expect(profiles.getState().profiles[0]?.address).not.toContain("sk-aaaa");
  expect(names()).toBe(1);
  await profiles.remove(profiles.getState().profiles[0]?.id ?? "");
  expect(profiles.getState().profiles).toEqual([]);
  expect(names()).toBe(0);
});
