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

/** Creates the credential store of one server. */
export function createCredentialStore(options: CredentialStoreOptions): CredentialStore {
  const { encryptedStore, locks } = options;
  const isRemembering = createStore<boolean>(() => false);
  const inLine = createLine();
  const grants = createValues<Grant>("grant", options);
  const clients = createValues<RegisteredClient>("client", options);
  const bindings = createValues<{ readonly all: readonly Binding[] }>("bindings", options);
  const write = async <T extends Sealable>(values: Values<T>, key: string, value: T) =>
    encryptedStore && isRemembering.getState()
      ? values.seal(key, value)
      : void values.memory.set(key, value);

  return {
    isRemembering: toReadable(isRemembering),
    grants: {
      async read(resource) {
        // Another tab may have refreshed the grant: read it every time.
        const found = await grants.read(resource);
        if (found.isSealed) isRemembering.setState(true, true);
        return found.value;
      },
      write: (grant) => write(grants, grant.resource, grant),
      remove: grants.remove,
      withLock: (resource, work) =>
        locks && isRemembering.getState()
          ? // The platform's type omits that the callback's promise is awaited.
            (locks.request(`mcp-playground grant ${resource}`, work) as ReturnType<typeof work>)
          : inLine(work),
    },
    clients: {
      read: async (issuer) => (await clients.read(issuer)).value,
      write: (client) => write(clients, client.issuer, client),
      remove: clients.remove,
    },
    bindings: {
      read: async (resource) => (await bindings.read(resource)).value?.all ?? [],
      write: (resource, all) => write(bindings, resource, { all }),
      remove: bindings.remove,
    },
    async remember(isOn) {
      if (!encryptedStore) return;
      isRemembering.setState(isOn, true);
      for (const values of [grants, clients, bindings]) {
        await (isOn ? values.sealAll() : values.unsealAll());
      }
    },
  };
}

/** A value with keys that are stored beside it. */
type Sealable = object & Pick<Grant, "dpopKeys">;

type Values<T extends Sealable> = ReturnType<typeof createValues<T>>;

/** The values of one kind, by issuer or resource; each is either in memory or encrypted. */
function createValues<T extends Sealable>(
  kind: string,
  { encryptedStore, onStoreChanged }: CredentialStoreOptions,
) {
  const memory = new Map<string, T>();
  /** The keys last read from the encrypted store, or written to it. */
  const sealed = new Set<string>();
  const nameOf = (key: string) => `${kind} ${key}`;
  const read = async (key: string) => {
    const value = (await encryptedStore?.read(nameOf(key))) as T | undefined;
    if (value === undefined) return { value: memory.get(key), isSealed: false };
    const dpopKeys = await encryptedStore?.readKeys(nameOf(key));
    sealed.add(key);
    memory.delete(key);
    return { value: dpopKeys ? { ...value, dpopKeys } : value, isSealed: true };
  };
  const seal = async (key: string, { dpopKeys, ...value }: T) => {
    sealed.add(key);
    await encryptedStore?.write(nameOf(key), value, dpopKeys && { keys: dpopKeys });
    onStoreChanged(true);
  };
  const remove = async (key: string) => {
    memory.delete(key);
    await encryptedStore?.remove(nameOf(key));
    if (encryptedStore && (await encryptedStore.isEmpty())) onStoreChanged(false);
  };
  return {
    memory,
    read,
    seal,
    remove,
    async sealAll() {
      for (const [key, value] of memory) await seal(key, value);
      memory.clear();
    },
    async unsealAll() {
      for (const key of sealed) {
        const { value } = await read(key);
        await remove(key);
        if (value) memory.set(key, value);
      }
      sealed.clear();
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
