import { expect, test } from "vitest";
import type { Grant } from "../../../../shared/oauth/authorizationStores.ts";
import { createEncryptedStore } from "../../../platform/storage/encryptedStore.ts";
import { createStoredItems as createRawItems } from "../../../platform/storage/storedItems.fixture.ts";
import { type CredentialStoreOptions, createCredentialStore } from "./credentialStore.ts";

const resource = "https://mcp.example/mcp";
const client = {
  issuer: "https://as.example",
  clientId: "me",
  authMethod: "none",
  registered: "dynamic",
  redirectUris: [],
} as const;

const grantOf = (accessToken: string): Grant => ({
  resource,
  indicator: resource,
  server: {
    issuer: client.issuer,
    origin: "document",
    authorizationEndpoint: undefined,
    tokenEndpoint: "https://as.example/token",
    registrationEndpoint: undefined,
    revocationEndpoint: undefined,
    scopesSupported: undefined,
    grantTypesSupported: undefined,
    codeChallengeMethods: ["S256"],
    authMethods: undefined,
    dpopAlgorithms: undefined,
    sendsIssuer: true,
    takesMetadataDocuments: false,
  },
  client,
  accessToken,
  tokenType: "Bearer",
  requestedScopes: [],
  grantedScopes: undefined,
  obtainedAt: 0,
  expiresAt: undefined,
});

/** What all tabs share, without encryption. */
function createStoredItems() {
  const things = new Map<string, { value: unknown; keys: CryptoKeyPair | undefined }>();
  const encryptedStore: CredentialStoreOptions["encryptedStore"] = {
    read: async (name) => things.get(name)?.value,
    readKeys: async (name) => things.get(name)?.keys,
    write: async (name, value, beside) => void things.set(name, { value, keys: beside?.keys }),
    remove: async (name) => void things.delete(name),
    isEmpty: async () => things.size === 0,
  };
  const used: boolean[] = [];
  const tab = () =>
    createCredentialStore({
      encryptedStore,
      locks: undefined,
      onStoreChanged: (isUsed) => used.push(isUsed),
    });
  return { things, used, tab };
}

test("nothing is stored encrypted unless it is to be remembered", async () => {
  const { things, tab } = createStoredItems();
  const credentialStore = tab();
  await credentialStore.grants.write(grantOf("one"));
  await credentialStore.clients.write(client);
  expect(things.size).toBe(0);
  expect((await credentialStore.grants.read(resource))?.accessToken).toBe("one");
  expect((await tab().grants.read(resource))?.accessToken).toBeUndefined();
});

test("another tab reads remembered credentials, and continues to remember them", async () => {
  const { tab, used } = createStoredItems();
  const [one, other] = [tab(), tab()];
  await one.grants.write(grantOf("one"));
  await one.clients.write(client);
  await one.remember(true);
  expect((await other.grants.read(resource))?.accessToken).toBe("one");
  expect(await other.clients.read(client.issuer)).toEqual(client);
  await other.grants.write(grantOf("two"));
  expect((await one.grants.read(resource))?.accessToken).toBe("two");
  expect(used.at(-1)).toBe(true);
});

test("credentials that are no longer remembered stay in this tab only", async () => {
  const { things, tab, used } = createStoredItems();
  const credentialStore = tab();
  await credentialStore.remember(true);
  await credentialStore.grants.write(grantOf("one"));
  await credentialStore.clients.write(client);
  await credentialStore.remember(false);
  expect(things.size).toBe(0);
  expect(used.at(-1)).toBe(false);
  expect((await credentialStore.grants.read(resource))?.accessToken).toBe("one");
  expect(await credentialStore.clients.read(client.issuer)).toEqual(client);
});

test("removed credentials are deleted everywhere", async () => {
  const { things, tab } = createStoredItems();
  const credentialStore = tab();
  await credentialStore.remember(true);
  await credentialStore.grants.write(grantOf("one"));
  await credentialStore.clients.write(client);
  await credentialStore.grants.remove(resource);
  await credentialStore.clients.remove(client.issuer);
  expect(things.size).toBe(0);
  expect(await credentialStore.grants.read(resource)).toBeUndefined();
  expect(await credentialStore.clients.read(client.issuer)).toBeUndefined();
});

test("the issuer that a client is bound to cannot be read from the storage", async () => {
  const { stored, items } = createRawItems();
  const tab = (fill: number) =>
    createCredentialStore({
      encryptedStore: createEncryptedStore(items, async () => new Uint8Array(32).fill(fill)),
      locks: undefined,
      onStoreChanged: () => {},
    });
  const bindings = [
    {
      clientId: "the-client",
      issuer: "https://as.example",
      secret: "client-secret",
      origin: "https://token.example",
    },
  ] as const;
  const one = tab(1);
  await one.bindings.write(resource, bindings);
  expect([...stored]).toEqual([]);
  await one.remember(true);
  // latin1, so that each byte is one character
  const raw = [...stored]
    .flatMap(([name, value]) => [name, ...Object.values(value as object)])
    .map((part) => (part instanceof ArrayBuffer ? Buffer.from(part).toString("latin1") : part))
    .join("\n");
  expect(raw).toContain("sealed ");
  for (const clear of [
    "[object",
    "the-client",
    "as.example",
    "token.example",
    "mcp.example",
    "secret",
  ]) {
    expect(raw).not.toContain(clear);
  }
  expect(await tab(1).bindings.read(resource)).toEqual(bindings);
  expect(await tab(2).bindings.read(resource)).toEqual([]);
  await one.remember(false);
  expect(await tab(1).bindings.read(resource)).toEqual([]);
  expect(await one.bindings.read(resource)).toEqual(bindings);
});

test("the keys of a bound token are stored beside it, not inside", async () => {
  const { things, tab } = createStoredItems();
  const keys = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
  ])) as CryptoKeyPair;
  const credentialStore = tab();
  await credentialStore.remember(true);
  await credentialStore.grants.write({ ...grantOf("one"), dpopKeys: keys });
  expect((await tab().grants.read(resource))?.dpopKeys).toBe(keys);
  expect(JSON.stringify([...things.values()].map(({ value }) => value))).not.toContain("dpopKeys");
});

test("operations of a tab run one after the other", async () => {
  const credentialStore = createStoredItems().tab();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
  };
  await Promise.all([
    credentialStore.grants.withLock(resource, work("a")),
    credentialStore.grants.withLock(resource, work("b")),
  ]);
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});
