/** A store shared by several relays: Redis or a compatible server. */
import type { Redis as Client } from "ioredis";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import { errorCode } from "../errorCode.ts";
import {
  overheadBytes,
  type PutOutcome,
  type Store,
  StoreFull,
  StoreUnreachable,
  type StoreWatcher,
} from "./store.ts";

/** Keys of: the expiry of each counted value, its size and owner, the usage per owner and in total. */
const ledgerKeys = ["ledger-expiry", "ledger-entry", "ledger-usage"] as const;

/** The scripts as commands of the client. */
interface LedgerCommands {
  putCounted(...parameters: (string | number | Buffer)[]): Promise<string>;
  deleteCounted(...parameters: (string | number)[]): Promise<number>;
}

/**
 * Releases the bytes of a value. The scripts use Redis's clock, by which it also expires values. The
 * ids in these tables include the key prefix.
 */
const release = `
local expiries, entries, usage = KEYS[2], KEYS[3], KEYS[4]
local function release(id)
  local entry = redis.call("HGET", entries, id)
  redis.call("ZREM", expiries, id)
  if not entry then return end
  redis.call("HDEL", entries, id)
  local bytes, owner = string.match(entry, "^(%d+) (.*)$")
  for _, account in ipairs({ "all", "of " .. owner }) do
    if redis.call("HINCRBY", usage, account, -bytes) <= 0 then redis.call("HDEL", usage, account) end
  end
end
`;

/** Arguments: bytes, milliseconds to live, owner, overhead, the owner's limit, the total limit. */
const putScript = `${release}
local id, value, ttl, owner = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3]
if redis.call("EXISTS", id) == 1 then return "taken" end
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
while true do
  local dead = redis.call("ZRANGEBYSCORE", expiries, "-inf", now, "LIMIT", 0, 1000)
  for _, other in ipairs(dead) do release(other) end
  if #dead < 1000 then break end
end
release(id)
local counted = #value + tonumber(ARGV[4])
local function usedBy(account) return tonumber(redis.call("HGET", usage, account) or 0) end
if usedBy("of " .. owner) + counted > tonumber(ARGV[5]) then return "owner-full" end
if usedBy("all") + counted > tonumber(ARGV[6]) then return "full" end
redis.call("SET", id, value, "PX", ttl)
redis.call("ZADD", expiries, string.format("%.0f", now + ttl), id)
redis.call("HSET", entries, id, string.format("%.0f", counted) .. " " .. owner)
redis.call("HINCRBY", usage, "all", string.format("%.0f", counted))
redis.call("HINCRBY", usage, "of " .. owner, string.format("%.0f", counted))
return "stored"
`;

/** Returns the number of deleted values, 0 or 1. */
const deleteScript = `${release}
release(KEYS[1])
return redis.call("DEL", KEYS[1])
`;

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
