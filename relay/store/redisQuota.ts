/** Redis scripts that account for stored bytes atomically with writing and deleting values. */

/** Keys of: the expiry of each counted value, its size and owner, the usage per owner and in total. */
export const ledgerKeys = ["ledger-expiry", "ledger-entry", "ledger-usage"] as const;

/** The scripts as commands of the client. */
export interface LedgerCommands {
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
export const putScript = `${release}
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
export const deleteScript = `${release}
release(KEYS[1])
return redis.call("DEL", KEYS[1])
`;
