/** Servers that the user saved: name and address in plain, everything that may be secret encrypted. */
import { createStore } from "zustand/vanilla";
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { EncryptedStore } from "../../platform/storage/encryptedStore.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";
import type { AuthorizationForm } from "../../signIn/settings/authorizationForm.ts";
import type { ServerSettings } from "./settings.ts";

/** The part that is readable without the key. */
export interface ServerProfile {
  readonly id: string;
  readonly name: string;
  /** With placeholders for secrets. */
  readonly address: string;
}

/** The encrypted part, with which a saved server is opened. */
interface ProfileContent {
  readonly settings: ServerSettings;
  /** The fields of the authorization settings that were filled in. */
  readonly authorization: Partial<AuthorizationForm>;
}

/** A server that an earlier version saved has fewer settings. */
interface StoredContent extends Omit<ProfileContent, "settings"> {
  readonly settings: Partial<ServerSettings>;
}

interface ProfilesState {
  readonly profiles: readonly ServerProfile[];
  /** What could not be encrypted or decrypted. */
  readonly problem: ProfileProblem | undefined;
}

export interface ProfileProblem {
  readonly action: "save" | "read";
  /** Of the saved server. */
  readonly name: string;
}

export interface ServerProfiles extends ReadableStore<ProfilesState> {
  /** The saved server with this name. */
  named(name: string): ServerProfile | undefined;
  /**
   * Saves a server, replacing the one of the same name.
   * @returns false if this browser cannot encrypt
   */
  save(name: string, address: string, content: ProfileContent): Promise<boolean>;
  /** Undefined if it cannot be decrypted, which `problem` then says. */
  read(profile: ServerProfile): Promise<StoredContent | undefined>;
  remove(id: string): Promise<void>;
  /** Removes every saved server. */
  clear(): Promise<void>;
  /** Clears the report of what could not be decrypted. */
  dismiss(): void;
}

/** Saves an open server under a name, and enters a saved one. */
export interface SavedServerActions {
  /**
   * Saves a server with its settings and OAuth client.
   * @returns false if this browser cannot encrypt
   */
  save(serverId: string, name: string): Promise<boolean>;
  /**
   * Puts a saved server with its settings and OAuth client into the address bar.
   * @returns false if they cannot be read; then only its address is entered
   */
  enter(profile: ServerProfile): Promise<boolean>;
}

const key = "mcp-playground.saved-servers";
const nameOf = (id: string) => `server ${id}`;

interface ServerProfilesOptions {
  /** Local storage. */
  readonly storage: TextStorage;
  readonly newId: () => string;
  /** The encrypted store; undefined if this browser cannot encrypt. */
  readonly openStore: () => Promise<EncryptedStore | undefined>;
}

export function createServerProfiles(options: ServerProfilesOptions): ServerProfiles {
  const { storage, newId, openStore } = options;
  const store = createStore<ProfilesState>(() => ({
    profiles: readProfiles(readJson(storage, key)),
    problem: undefined,
  }));
  const put = (profiles: readonly ServerProfile[]) => {
    store.setState({ profiles });
    writeJson(storage, key, profiles);
  };
  const named = (name: string) =>
    store.getState().profiles.find((profile) => profile.name === name.trim());
  return {
    ...toReadable(store),
    named,
    async save(name, address, content) {
      const known = named(name);
      const profile = { id: known?.id ?? newId(), name: name.trim(), address };
      try {
        const encrypted = await openStore();
        if (!encrypted) throw new Error("This browser cannot encrypt.");
        await encrypted.write(nameOf(profile.id), content);
      } catch {
        store.setState({ problem: { action: "save", name: profile.name } });
        return false;
      }
      const others = store.getState().profiles.filter(({ id }) => id !== profile.id);
      put([...others, profile]);
      return true;
    },
    async read(profile) {
      const encrypted = await openStore().catch(() => undefined);
      const content = await encrypted?.read(nameOf(profile.id)).catch(() => undefined);
      if (isContent(content)) return content;
      store.setState({ problem: { action: "read", name: profile.name } });
      return undefined;
    },
    async remove(removed) {
      put(store.getState().profiles.filter(({ id }) => id !== removed));
      const encrypted = await openStore().catch(() => undefined);
      await encrypted?.remove(nameOf(removed)).catch(() => undefined);
    },
    async clear() {
      const encrypted = await openStore().catch(() => undefined);
      for (const { id } of store.getState().profiles) {
        await encrypted?.remove(nameOf(id)).catch(() => undefined);
      }
      put([]);
    },
    dismiss: () => store.setState({ problem: undefined }),
  };
}

/** Decrypted values are authentic. */
function isContent(value: unknown): value is StoredContent {
  const { settings, authorization } = isJsonObject(value) ? value : {};
  return isJsonObject(settings) && Array.isArray(settings.headers) && isJsonObject(authorization);
}

function readProfiles(value: unknown): readonly ServerProfile[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(
      (one): one is ServerProfile =>
        isJsonObject(one) &&
        [one.id, one.name, one.address].every((text) => typeof text === "string"),
    )
    .map(({ id, name, address }) => ({ id, name, address }));
}
