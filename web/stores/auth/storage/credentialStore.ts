/** Where grants and registered clients are kept: in this tab's memory, or sealed for all tabs of this browser. */
import { createStore } from "zustand/vanilla";
import type {
  ClientStore,
  Grant,
  GrantStore,
  RegisteredClient,
} from "../../../../shared/oauth/stores.ts";
import { type ReadableStore, toReadable } from "../../readableStore.ts";
import type { EncryptedStore } from "./encryptedStore.ts";

export interface CredentialStore {
  readonly grants: GrantStore;
  readonly clients: ClientStore;
  /** Whether grants are remembered on this device; set by {@link remember}, or found out by reading. */
  readonly isRemembering: ReadableStore<boolean>;
  /** Moves what is kept into the safe, or out of it. */
  remember(wish: boolean): Promise<void>;
}

export interface CredentialStoreOptions {
  /** Undefined where this page cannot seal. */
  readonly safe: Omit<EncryptedStore, "state" | "look"> | undefined;
  /** The platform's locks; undefined where there are none (then this tab alone is kept in line). */
  readonly locks: Pick<LockManager, "request"> | undefined;
  /** Told whenever the safe has got something, or may have become empty. */
  readonly onSafeChanged: (isUsed: boolean) => void;
}

const grantName = (resource: string) => `grant ${resource}`;
const clientName = (issuer: string) => `client ${issuer}`;

/** Makes the vault of one server's authorization. */
export function createCredentialStore({
  safe,
  locks,
  onSafeChanged,
}: CredentialStoreOptions): CredentialStore {
  const grants = new Map<string, Grant>();
  const clients = new Map<string, RegisteredClient>();
  /** What this vault has seen in the safe. */
  const sealed = { grants: new Set<string>(), clients: new Set<string>() };
  const isRemembering = createStore<boolean>(() => false);
  const inLine = createLine();

  const sealedGrant = async (resource: string): Promise<Grant | undefined> => {
    const name = grantName(resource);
    const value = (await safe?.read(name)) as Grant | undefined;
    if (value === undefined) return undefined;
    const dpopKeys = await safe?.readKeys(name);
    return dpopKeys ? { ...value, dpopKeys } : value;
  };
  const sealGrant = async (grant: Grant) => {
    const { dpopKeys, ...value } = grant;
    sealed.grants.add(grant.resource);
    await safe?.write(grantName(grant.resource), value, dpopKeys);
    onSafeChanged(true);
  };
  const sealClient = async (client: RegisteredClient) => {
    sealed.clients.add(client.issuer);
    await safe?.write(clientName(client.issuer), client);
    onSafeChanged(true);
  };
  const unseal = async (name: string) => {
    await safe?.remove(name);
    if (safe && (await safe.isEmpty())) onSafeChanged(false);
  };

  return {
    isRemembering: toReadable(isRemembering),
    grants: {
      async read(resource) {
        // another tab may have renewed what is sealed: it is read anew each time
        const found = await sealedGrant(resource);
        if (found) {
          sealed.grants.add(resource);
          isRemembering.setState(true, true);
          grants.delete(resource);
        }
        return found ?? grants.get(resource);
      },
      async write(grant) {
        if (!safe || !isRemembering.getState()) grants.set(grant.resource, grant);
        else await sealGrant(grant);
      },
      async remove(resource) {
        grants.delete(resource);
        await unseal(grantName(resource));
      },
      withLock: (resource, work) =>
        locks && isRemembering.getState()
          ? // the type of the platform forgets that the work's promise is waited for
            (locks.request(`mcp-playground ${grantName(resource)}`, work) as ReturnType<
              typeof work
            >)
          : inLine(work),
    },
    clients: {
      async read(issuer) {
        const found = (await safe?.read(clientName(issuer))) as RegisteredClient | undefined;
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
    async remember(wish) {
      if (!safe) return;
      isRemembering.setState(wish, true);
      if (wish) {
        for (const grant of grants.values()) await sealGrant(grant);
        for (const client of clients.values()) await sealClient(client);
        grants.clear();
        return;
      }
      for (const resource of sealed.grants) {
        const grant = await sealedGrant(resource);
        if (grant) grants.set(resource, grant);
        await unseal(grantName(resource));
      }
      for (const issuer of sealed.clients) await unseal(clientName(issuer));
      sealed.grants.clear();
      sealed.clients.clear();
    },
  };
}

/** Does one work after the other. */
function createLine(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
