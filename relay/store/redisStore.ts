/** A store shared by several relays: Redis or a compatible server. */
import type { Redis as Client } from "ioredis";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import { errorCode } from "../errorCode.ts";
import { deleteScript, type LedgerCommands, ledgerKeys, putScript } from "./redisQuota.ts";
import {
  overheadBytes,
  type PutOutcome,
  type Store,
  StoreFull,
  StoreUnreachable,
  type StoreWatcher,
} from "./store.ts";

/** Prefix of every key and channel, for a Redis that other programs use as well. */
const prefix = "mcp-playground:";

/** Timeout of commands and connecting in milliseconds. */
const timeoutMs = 3000;

/** The longest delay before reconnecting, in milliseconds. */
const maximumRetryMs = 2000;

/**
 * Connects to Redis and keeps reconnecting; resolves after the first attempt, successful or not.
 * @param url `redis://` or `rediss://`, with user, password and database if needed; secret
 */
export async function openRedisStore(url: string, watcher: StoreWatcher): Promise<Store> {
  const { Redis } = await import("ioredis");
  const address = new URL(url).host;
  let isLost = false;
  const lost = (error: Error) => {
    if (isLost) return;
    isLost = true;
    watcher.lost(whyLost(error));
  };
  const connect = () =>
    new Redis(url, {
      keyPrefix: prefix,
      commandTimeout: timeoutMs,
      connectTimeout: timeoutMs,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (times) => Math.min(100 * 2 ** times, maximumRetryMs),
      lazyConnect: true,
      scripts: {
        putCounted: { lua: putScript, numberOfKeys: 1 + ledgerKeys.length },
        deleteCounted: { lua: deleteScript, numberOfKeys: 1 + ledgerKeys.length },
      },
    }) as Client & LedgerCommands;

  const client = connect();
  client.on("error", lost);
  client.on("ready", () => {
    if (isLost) watcher.found();
    isLost = false;
  });
  // A failed first attempt is reported by the event and retried.
  await client.connect().catch(lost);

  /** Subscriptions need a separate connection, which is opened on the first one. */
  let subscriber: Promise<Client> | undefined;
  const listeners = new Map<string, Set<(text: string) => void>>();
  const openSubscriber = async () => {
    const made = connect();
    made.on("error", () => {});
    made.on("message", (channel, text) => {
      for (const listener of listeners.get(channel) ?? []) listener(text);
    });
    try {
      await made.connect();
    } catch (error) {
      made.disconnect();
      subscriber = undefined;
      throw error;
    }
    return made;
  };

  const answerOf = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (isOutOfMemory(error)) throw new StoreFull(`The relay's store at ${address} is full.`);
      throw new StoreUnreachable(
        `The relay's store at ${address} does not answer: ${whyLost(error)}.`,
      );
    }
  };

  return {
    shared: true,
    async put(id, bytes, { ttl, ifAbsent = false }) {
      const value = bufferOf(bytes);
      const answer = ifAbsent
        ? client.set(id, value, "PX", ttl, "NX")
        : client.set(id, value, "PX", ttl);
      return (await answerOf<string | null>(answer)) === "OK";
    },
    async get(id) {
      return (await answerOf(client.getBuffer(id))) ?? undefined;
    },
    async putCounted(id, bytes, { ttl, owner, ownerBytes, totalBytes }) {
      const limits = [owner, overheadBytes, ownerBytes, totalBytes];
      const answer = client.putCounted(id, ...ledgerKeys, bufferOf(bytes), ttl, ...limits);
      return (await answerOf(answer)) as PutOutcome;
    },
    async size(id) {
      const [isThere, size] = await answerOf(Promise.all([client.exists(id), client.strlen(id)]));
      return isThere ? size : undefined;
    },
    async read(id, start, length) {
      const bytes = await answerOf(client.getrangeBuffer(id, start, start + length - 1));
      if (bytes.byteLength > 0) return bytes;
      return (await answerOf(client.exists(id))) ? bytes : undefined;
    },
    async delete(id) {
      return (await answerOf(client.deleteCounted(id, ...ledgerKeys))) > 0;
    },
    async incr(id, by, { ttl }) {
      const answers = await answerOf(
        client.multi().set(id, 0, "PX", ttl, "NX").incrby(id, by).exec(),
      );
      const [error, count] = answers?.[1] ?? [new Error("no answer"), 0];
      if (error) await answerOf(Promise.reject(error));
      return Number(count);
    },
    async publish(channel, text) {
      await answerOf(client.publish(`${prefix}${channel}`, text));
    },
    async subscribe(name, listener) {
      const channel = `${prefix}${name}`;
      subscriber ??= openSubscriber();
      const connection = await answerOf(subscriber);
      const group = listeners.get(channel) ?? new Set();
      listeners.set(channel, group);
      group.add(listener);
      await answerOf(connection.subscribe(channel));
      return async () => {
        group.delete(listener);
        if (group.size > 0) return;
        listeners.delete(channel);
        await connection.unsubscribe(channel).catch(() => {});
      };
    },
    async ping() {
      await answerOf(client.ping());
    },
    async close() {
      client.disconnect();
      (await subscriber?.catch(() => undefined))?.disconnect();
    },
  };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isOutOfMemory(error: unknown): boolean {
  return /\bOOM\b/.test(errorMessage(error));
}

/** Describes an error of Redis or the system; neither contains a password. */
function whyLost(error: unknown): string {
  const code = errorCode(error);
  const message = errorMessage(error);
  if (code === "ECONNREFUSED") return "nothing listens there";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "its name cannot be resolved";
  if (/timed?.?out/i.test(message)) return "it did not respond in time";
  if (/^(WRONGPASS|NOAUTH)|invalid password/.test(message)) return "it refuses the password";
  return /enableOfflineQueue|Connection is closed|max retries/.test(message)
    ? "the connection is lost"
    : message;
}
