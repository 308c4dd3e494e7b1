/** Keeps clients and tokens of authorization servers in a file that only its owner can read. */
import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { asJsonObject, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type {
  Binding,
  BindingStore,
  ClientStore,
  Grant,
  GrantStore,
  RegisteredClient,
} from "../../../shared/oauth/authorizationStores.ts";
import { errorCode } from "../../errorCode.ts";
import { makePrivateFolder, readPrivateFile, writePrivateFile } from "../../store/privateFile.ts";

interface CredentialFile {
  readonly clients: ClientStore;
  readonly bindings: BindingStore;
  readonly grants: GrantStore;
}

type Section = "clients" | "bindings" | "grants";

/** Milliseconds after which a lock counts as left over by a process that was killed. */
const staleLockMs = 60_000;
const lockRetryMs = 50;

/**
 * Opens the file; it is created when something is written. Each change replaces it as a whole.
 * Grants that are bound to a key pair (DPoP) are kept in memory only, because their key cannot be
 * written.
 */
export function openCredentialFile(path: string): CredentialFile {
  const boundGrants = new Map<string, Grant>();

  const read = (section: Section, key: string): unknown => {
    const text = readPrivateFile(path);
    const values = asJsonObject(text === undefined ? {} : parseJsonObject(text)?.[section]) ?? {};
    return Object.hasOwn(values, key) ? values[key] : undefined;
  };

  const write = (section: Section, key: string, value: unknown) => {
    const all = parseJsonObject(readPrivateFile(path) ?? "{}") ?? {};
    const values = { ...asJsonObject(all[section]), [key]: value };
    const text = JSON.stringify({ ...all, [section]: values }, undefined, 2);
    writePrivateFile(path, `${text}\n`);
  };

  const locked = async <T>(work: () => Promise<T>): Promise<T> => {
    makePrivateFolder(dirname(path));
    const lock = `${path}.lock`;
    while (!takeLock(lock)) await new Promise((resolve) => setTimeout(resolve, lockRetryMs));
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true });
    }
  };

  return {
    clients: {
      read: async (issuer) => read("clients", issuer) as RegisteredClient | undefined,
      write: async (client) => write("clients", client.issuer, client),
      remove: async (issuer) => write("clients", issuer, undefined),
    },
    bindings: {
      read: async (resource) =>
        (read("bindings", resource) as readonly Binding[] | undefined) ?? [],
      write: async (resource, bindings) => write("bindings", resource, bindings),
      remove: async (resource) => write("bindings", resource, undefined),
    },
    grants: {
      read: async (resource) =>
        boundGrants.get(resource) ?? (read("grants", resource) as Grant | undefined),
      async write(grant) {
        if (grant.dpopKeys) boundGrants.set(grant.resource, grant);
        else write("grants", grant.resource, grant);
      },
      async remove(resource) {
        boundGrants.delete(resource);
        write("grants", resource, undefined);
      },
      withLock: (_resource, work) => locked(work),
    },
  };
}

/** Creates the file of a lock; one that is left over is replaced. */
function takeLock(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > staleLockMs) rmSync(path, { force: true });
    return false;
  }
}
