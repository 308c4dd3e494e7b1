/** Stores grants and registered clients: in this tab's memory, or encrypted for all tabs of this browser. */
import { createStore } from "zustand/vanilla";
import type {
  Binding,
  BindingStore,
  ClientStore,
  Grant,
  GrantStore,
  RegisteredClient,
} from "../../../../shared/oauth/authorizationStores.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { EncryptedStore } from "../../../platform/storage/encryptedStore.ts";

export interface CredentialStore {
  readonly grants: GrantStore;
  readonly clients: ClientStore;
  readonly bindings: BindingStore;
  /**
   * Whether grants are remembered on this device; set by {@link remember}, or known after reading.
   */
  readonly isRemembering: ReadableStore<boolean>;
  /** Moves the credentials into the encrypted store, or out of it. */
  remember(isOn: boolean): Promise<void>;
}

export interface CredentialStoreOptions {
  /** Undefined if this page cannot encrypt. */
  readonly encryptedStore: Omit<EncryptedStore, "state" | "look"> | undefined;
  /** The platform's locks; if undefined, only this tab's operations are serialized. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  /** Called when the encrypted store has gained an entry, or may be empty now. */
  readonly onStoreChanged: (isUsed: boolean) => void;
}

const grantName = (resource: string) => `grant ${resource}`;
const bindingsName = (resource: string) => `bindings ${resource}`;
const clientName = (issuer: string) => `client ${issuer}`;

/** Creates the credential store of one server. */
export function createCredentialStore({
  encryptedStore,
  locks,
  onStoreChanged,
}: CredentialStoreOptions): CredentialStore {
  const grants = new Map<string, Grant>();
  const clients = new Map<string, RegisteredClient>();
  const bindings = new Map<string, readonly Binding[]>();
  /** The entries last read from the encrypted store. */
  const sealed = {
    grants: new Set<string>(),
    clients: new Set<string>(),
    bindings: new Set<string>(),
  };
  const isRemembering = createStore<boolean>(() => false);
  const inLine = createLine();

  const sealedGrant = async (resource: string): Promise<Grant | undefined> => {
    const name = grantName(resource);
    const value = (await encryptedStore?.read(name)) as Grant | undefined;
    if (value === undefined) return undefined;
    const dpopKeys = await encryptedStore?.readKeys(name);
    return dpopKeys ? { ...value, dpopKeys } : value;
  };
  const sealGrant = async (grant: Grant) => {
    const { dpopKeys, ...value } = grant;
    sealed.grants.add(grant.resource);
    await encryptedStore?.write(grantName(grant.resource), value, dpopKeys);
    onStoreChanged(true);
  };
  const sealClient = async (client: RegisteredClient) => {
    sealed.clients.add(client.issuer);
    await encryptedStore?.write(clientName(client.issuer), client);
    onStoreChanged(true);
  };
  const sealBindings = async (resource: string, all: readonly Binding[]) => {
    sealed.bindings.add(resource);
    await encryptedStore?.write(bindingsName(resource), all);
    onStoreChanged(true);
  };
  const unseal = async (name: string) => {
    await encryptedStore?.remove(name);
    if (encryptedStore && (await encryptedStore.isEmpty())) onStoreChanged(false);
  };

  return {
    isRemembering: toReadable(isRemembering),
    grants: {
      async read(resource) {
        // Another tab may have refreshed the grant: read it every time.
        const found = await sealedGrant(resource);
        if (found) {
          sealed.grants.add(resource);
          isRemembering.setState(true, true);
          grants.delete(resource);
        }
        return found ?? grants.get(resource);
      },
      async write(grant) {
        if (!encryptedStore || !isRemembering.getState()) grants.set(grant.resource, grant);
        else await sealGrant(grant);
      },
      async remove(resource) {
        grants.delete(resource);
        await unseal(grantName(resource));
      },
      withLock: (resource, work) =>
        locks && isRemembering.getState()
          ? // The platform's type omits that the callback's promise is awaited.
            (locks.request(`mcp-playground ${grantName(resource)}`, work) as ReturnType<
              typeof work
            >)
          : inLine(work),
    },
    clients: {
      async read(issuer) {
        const found = (await encryptedStore?.read(clientName(issuer))) as
          | RegisteredClient
          | undefined;
        if (found) {
          sealed.clients.add(issuer);
          clients.set(issuer, found);
        }
        return clients.get(issuer);
      },
      async write(client) {
        clients.set(client.issuer, client);
        if (isRemembering.getState()) await sealClient(client);
      },
      async remove(issuer) {
        clients.delete(issuer);
        await unseal(clientName(issuer));
      },
    },
    bindings: {
      async read(resource) {
        const found = (await encryptedStore?.read(bindingsName(resource))) as
          | readonly Binding[]
          | undefined;
        if (found) {
          sealed.bindings.add(resource);
          bindings.set(resource, found);
        }
        return bindings.get(resource) ?? [];
      },
      async write(resource, all) {
        bindings.set(resource, all);
        if (isRemembering.getState()) await sealBindings(resource, all);
      },
      async remove(resource) {
        bindings.delete(resource);
        await unseal(bindingsName(resource));
      },
    },
    async remember(isOn) {
      if (!encryptedStore) return;
      isRemembering.setState(isOn, true);
      if (isOn) {
        for (const grant of grants.values()) await sealGrant(grant);
        for (const client of clients.values()) await sealClient(client);
        for (const [resource, all] of bindings) await sealBindings(resource, all);
        grants.clear();
        return;
      }
      for (const resource of sealed.grants) {
        const grant = await sealedGrant(resource);
        if (grant) grants.set(resource, grant);
        await unseal(grantName(resource));
      }
      for (const issuer of sealed.clients) await unseal(clientName(issuer));
      for (const resource of sealed.bindings) await unseal(bindingsName(resource));
      sealed.grants.clear();
      sealed.clients.clear();
      sealed.bindings.clear();
    },
  };
}

/** Runs operations one after the other. */
function createLine(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
