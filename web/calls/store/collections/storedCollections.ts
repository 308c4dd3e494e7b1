/** Stores collections of saved calls in this browser, encrypted; their secrets only if the user asks for it. */
import type { Collection } from "../../../../shared/collections/collection.ts";
import { readCollection } from "../../../../shared/collections/readCollection.ts";
import { writeCollection } from "../../../../shared/collections/writeCollection.ts";
import { isJsonObject, membersOf } from "../../../../shared/core/json/jsonObject.ts";
import type { SealedItems } from "../../../platform/storage/sealedItems.ts";

export const collectionsDatabase = "mcp-playground.collections";

export interface OpenCollection {
  readonly id: string;
  readonly collection: Collection;
  /** The name of the chosen environment. */
  readonly environmentName: string | undefined;
  /** The values of secrets, by variable. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Whether the secrets are stored encrypted in this browser; in memory only otherwise. */
  readonly keepsSecrets: boolean;
  /** Of the collection of a recording, which is not stored. */
  readonly recording?: RecordedRequests;
}

interface RecordedRequests {
  /** The recorded request of each call in the log, and the milliseconds until its answer. */
  readonly requests: readonly { readonly seq: number; readonly ms: number | undefined }[];
  /** Whether the recording has answers to requests of the server. */
  readonly hasAnswers: boolean;
}

/** One run of a call. */
export interface CallRun {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Undefined where there was no answer. */
  readonly ms: number | undefined;
  readonly isPassed: boolean;
}

/** A stored collection with the last runs of each of its calls. */
interface StoredCollection {
  readonly open: OpenCollection;
  readonly runs: readonly (readonly CallRun[])[];
}

interface StoredCollections {
  /** Reads all collections, sorted by name; those that cannot be read are left out. */
  readAll(): Promise<readonly StoredCollection[]>;
  write(stored: StoredCollection): void;
  remove(id: string): void;
}

/** Before the id in the name of an item. */
const prefix = "collection ";
const secretsPrefix = "secrets ";

export function createStoredCollections(items: SealedItems): StoredCollections {
  const read = async (id: string): Promise<StoredCollection | undefined> => {
    const { text, environmentName, runs } = membersOf(await items.read(prefix + id));
    const result = readCollection(typeof text === "string" ? text : "");
    if (result.kind === "refused") return undefined;
    const secrets = await items.read(secretsPrefix + id);
    return {
      open: {
        id,
        collection: result.collection,
        environmentName: typeof environmentName === "string" ? environmentName : undefined,
        secrets: textsOf(secrets),
        keepsSecrets: isJsonObject(secrets),
      },
      runs: Array.isArray(runs) ? runs : [],
    };
  };
  return {
    async readAll() {
      const names = (await items.names()).filter((name) => name.startsWith(prefix));
      const all = await Promise.all(names.map((name) => read(name.slice(prefix.length))));
      return all
        .filter((each) => each !== undefined)
        .toSorted((a, b) => a.open.collection.name.localeCompare(b.open.collection.name));
    },
    write({ open: { id, collection, environmentName, secrets, keepsSecrets }, runs }) {
      void items.write(prefix + id, { text: writeCollection(collection), environmentName, runs });
      void (keepsSecrets
        ? items.write(secretsPrefix + id, secrets)
        : items.remove(secretsPrefix + id));
    },
    remove(id) {
      void items.remove(prefix + id);
      void items.remove(secretsPrefix + id);
    },
  };
}

/** The members of a stored object that are texts. */
function textsOf(value: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(membersOf(value)).flatMap(([name, text]) =>
    typeof text === "string" ? [[name, text] as const] : [],
  );
  return Object.fromEntries(texts);
}
