/** Remembers which definition of each configured server was approved, and detects changes of its file. */

import {
  type ConfiguredServer,
  commandLineSource,
  type Template,
} from "../../../../shared/config/configured.ts";
import { templateText } from "../../../../shared/config/templateText.ts";
import { toBase64Url } from "../../../../shared/core/base64.ts";
import { encodeText } from "../../../../shared/core/bytes.ts";
import { isJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import type { EncryptedStore } from "../../../platform/storage/encryptedStore.ts";

/** An approved definition as its author wrote it, with placeholders. */
export interface ApprovedServer {
  /** The program and its arguments, or the URL. */
  readonly words: readonly string[];
  readonly cwd: string | undefined;
  /** Names of the variables or headers. */
  readonly names: readonly string[];
}

/**
 * `changed`: `before` is the definition approved last, if any; `variables` are the variables or
 * headers whose values differ. `unverifiable`: the page cannot compute hashes.
 */
export type ConfigCheck =
  | { readonly kind: "approved" }
  | {
      readonly kind: "changed";
      readonly before: ApprovedServer | undefined;
      readonly variables: readonly string[];
    }
  | { readonly kind: "unverifiable" };

export interface ConfiguredApprovals {
  /** Whether a server may be started or contacted without asking. */
  check(server: ConfiguredServer): Promise<ConfigCheck>;
  /** Approves the current definition of a server. */
  approve(server: ConfiguredServer): Promise<void>;
  /** Forgets all approvals. */
  clear(): Promise<void>;
}

export interface ConfiguredApprovalsOptions {
  /**
   * The encrypted store, shared by all tabs: another program that was served at this address before
   * cannot have written to it. Undefined if this browser cannot encrypt.
   */
  readonly openStore: () => Promise<Pick<EncryptedStore, "read" | "write" | "remove"> | undefined>;
  /** `crypto.subtle`; undefined outside secure contexts. */
  readonly subtle: Pick<SubtleCrypto, "digest"> | undefined;
  readonly newSalt: () => string;
}

/** The stored form; reveals no value of a variable or input. */
interface Stored {
  readonly salt: string;
  /** SHA-256 over everything that is started. */
  readonly digest: string;
  readonly words: readonly string[];
  readonly cwd?: string;
  /** SHA-256 of each variable's value. */
  readonly env: readonly (readonly [name: string, digest: string])[];
}

const storedName = "approved servers";

/** The most servers that are remembered; the oldest approvals are removed first. */
const maxServers = 100;

/**
 * Compares servers with what was approved before. A server that was never approved counts as
 * approved by the user who passed its file to the relay, if the file is unchanged since the relay
 * started. A server that the relay found in another client's file is approved once more in each tab.
 */
export function createConfiguredApprovals(
  options: ConfiguredApprovalsOptions,
): ConfiguredApprovals {
  const { openStore, subtle, newSalt } = options;
  /** What was approved in this tab; a browser may store nothing. */
  const approvedHere = new Map<string, Stored>();
  const open = () => openStore().catch(() => undefined);
  const readAll = async (): Promise<readonly (readonly [string, unknown])[]> => {
    const store = await open();
    const all = await store?.read(storedName).catch(() => undefined);
    return Array.isArray(all) ? all.filter((one) => Array.isArray(one) && one.length === 2) : [];
  };
  const hash = async (salt: string, value: unknown) => {
    const bytes = encodeText(JSON.stringify([salt, value]));
    return toBase64Url(new Uint8Array((await subtle?.digest("SHA-256", bytes)) ?? []));
  };
  const describe = async (server: ConfiguredServer, salt: string): Promise<Stored> => {
    const { target, inputs } = server;
    // as the question shows them: a program and a directory with their values, the rest as written
    const words =
      target.kind === "http"
        ? [templateText(target.url)]
        : [realText(target.command), ...target.args.flat().map(templateText)];
    const cwd = target.kind === "stdio" && target.cwd ? realText(target.cwd) : undefined;
    const groups = target.kind === "stdio" ? target.args.map(({ length }) => length) : [];
    const values = target.kind === "http" ? target.headers : target.env;
    const asked = inputs.map(({ id, isSecret, options, initial, whenEmpty }) => [
      id,
      isSecret,
      options,
      initial,
      whenEmpty,
    ]);
    return {
      salt,
      digest: await hash(salt, [target.kind, words, groups, cwd ?? "", sorted(values), asked]),
      words,
      ...(cwd === undefined ? {} : { cwd }),
      env: await Promise.all(
        values.map(async ([name, value]) => [name, await hash(salt, [name, value])] as const),
      ),
    };
  };

  return {
    async check(server) {
      if (server.source === commandLineSource) return approved;
      if (!subtle) return { kind: "unverifiable" };
      const id = idOf(server);
      const stored = (await readAll()).find(([one]) => one === id)?.[1] ?? approvedHere.get(id);
      if (!isStored(stored)) {
        return !server.changedSinceStart && !server.isFound ? approved : unknown;
      }
      const now = await describe(server, stored.salt);
      if (now.digest === stored.digest) {
        return server.isFound && !approvedHere.has(id) ? unknown : approved;
      }
      const before = new Map(stored.env);
      return {
        kind: "changed",
        before: { words: stored.words, cwd: stored.cwd, names: [...before.keys()] },
        variables: now.env.flatMap(([name, value]) => (before.get(name) === value ? [] : [name])),
      };
    },
    async approve(server) {
      if (!subtle || server.source === commandLineSource) return;
      const stored = await describe(server, newSalt());
      approvedHere.set(idOf(server), stored);
      const others = (await readAll()).filter(([id]) => id !== idOf(server));
      const all = [[idOf(server), stored] as const, ...others].slice(0, maxServers);
      // Where the browser stores nothing, changed servers are asked about in every tab.
      await (await open())?.write(storedName, all).catch(() => undefined);
    },
    async clear() {
      approvedHere.clear();
      await (await open())?.remove(storedName).catch(() => undefined);
    },
  };
}

/** The text with values of the relay's environment; answers are not part of a definition. */
function realText(template: Template): string {
  return templateText(
    template.map((part) => (typeof part === "object" && "secret" in part ? part.secret : part)),
  );
}

const approved: ConfigCheck = { kind: "approved" };
const unknown: ConfigCheck = { kind: "changed", before: undefined, variables: [] };

function idOf({ source, name }: ConfiguredServer): string {
  return JSON.stringify([source, name]);
}

function sorted<T extends readonly [string, unknown]>(values: readonly T[]): readonly T[] {
  return [...values].sort(([a], [b]) => (a < b ? -1 : 1));
}

function isStored(value: unknown): value is Stored {
  if (!isJsonObject(value)) return false;
  const { salt, digest, words, cwd, env } = value;
  const isText = (text: unknown) => typeof text === "string";
  return (
    [salt, digest].every(isText) &&
    Array.isArray(words) &&
    words.every(isText) &&
    (cwd === undefined || isText(cwd)) &&
    Array.isArray(env) &&
    env.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText))
  );
}
