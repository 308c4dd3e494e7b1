import { expect, onTestFinished, test, vi } from "vitest";
import { startSessionsServer } from "../../../e2e/servers/sessions.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createEncryptedStore } from "../auth/storage/encryptedStore.ts";
import { createStoredItems } from "../auth/storage/storedItems.fixture.ts";
import { createServerProfiles } from "../servers/serverProfiles.ts";
import { createTab } from "../tab.fixture.ts";
import { createSavedServerActions } from "./savedServer.ts";

/** What the browser stores, read by the test. */
function createDisk() {
  const { stored, items } = createStoredItems();
  const local = new Map<string, string>();
  return { stored, items, local, storage: createMemoryStorage(local) };
}

/** A tab of the same browser, with the half of the key that its relay holds. */
function openTab(disk: ReturnType<typeof createDisk>, half: Uint8Array<ArrayBuffer> | undefined) {
  const { stores } = createTab();
  const { records, serverSwitch, connector } = stores.connections;
  const encrypted = createEncryptedStore(disk.items, async () => half);
  const profiles = createServerProfiles({
    storage: disk.storage,
    newId: () => crypto.randomUUID(),
    openStore: async () => encrypted,
  });
  const { settings, addressBar } = stores.servers;
  const { auth } = stores;
  const own = { records, profiles, settings, addressBar, auth, serverSwitch, connector };
  return { stores, profiles, saved: createSavedServerActions(own) };
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
  const { connections, servers, auth } = first.stores;
  servers.addressBar.choose(server.url);
  servers.settings.adopt(server.url);
  servers.settings.change({ headers: [["X-Tenant", "blue-secret"]], revision: "2025-06-18" });
  auth.of(server.url).form.change({ clientId: "my-client", clientSecret: "client-secret" });
  connections.connector.connect();
  const id = connections.records.getState().activeId ?? "";
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
  await second.saved.open(profile);
  const { records, opener, open } = second.stores.connections;
  const again = records.getState().activeId ?? "";
  onTestFinished(() => opener.close(again));
  await vi.waitFor(() => expect(open.getState()[0]?.state.kind).toBe("connected"), 15_000);
  expect(open.getState()[0]?.name).toBe("Staging");
  const given = records.getState().records.get(again)?.settings;
  expect(given?.headers).toEqual([["X-Tenant", "blue-secret"]]);
  expect(given?.revision).toBe("2025-06-18");
  expect(second.stores.auth.of(server.url).form.getState()).toMatchObject({
    clientId: "my-client",
    clientSecret: "client-secret",
  });
});

test("without the relay's half no server is contacted, and the page says what is missing", async () => {
  const disk = createDisk();
  const half = crypto.getRandomValues(new Uint8Array(32));
  const first = openTab(disk, half);
  const { opener, records } = first.stores.connections;
  const id = opener.openOffline({ kind: "http", url: "http://127.0.0.1:9/mcp" });
  await first.saved.save(id, "Staging");

  const second = openTab(disk, undefined);
  const profile = second.profiles.named("Staging");
  if (!profile) throw new Error("The server is not saved");
  await second.saved.open(profile);
  expect(second.stores.connections.records.getState().records.size).toBe(0);
  expect(second.stores.servers.addressBar.getState().address).toBe("http://127.0.0.1:9/mcp");
  expect(second.profiles.getState().problem).toEqual({ action: "read", name: "Staging" });
  expect(records.getState().records.size).toBe(1);
});

test("a forgotten server leaves nothing behind; the same name replaces", async () => {
  const disk = createDisk();
  const { stores, profiles, saved } = openTab(disk, undefined);
  const { opener } = stores.connections;
  const id = opener.openOffline({
    kind: "http",
    url: "https://a.example/mcp?token=sk-aaaaaaaaaaaaaaaaaaaaaa",
  });
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
