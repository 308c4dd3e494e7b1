/** Searches a registry of MCP servers; what it answers is not trusted. */
import { readUpTo } from "../../core/body.ts";
import { decodeText } from "../../core/bytes.ts";
import {
  isJsonObject,
  type JsonObject,
  membersOf,
  parseJsonObject,
} from "../../core/json/jsonObject.ts";
import { isLoopbackHost } from "../../core/text/addresses.ts";
import { errorMessage } from "../../core/text/errorMessage.ts";

/** Contacted only when the user searches in it. */
export const officialRegistry = "https://registry.modelcontextprotocol.io";

const limits = {
  ms: 15_000,
  bytes: 4 * 1024 * 1024,
  servers: 30,
  /** UTF-16 code units of what was searched for, and of one server. */
  text: 200,
  server: 90_000,
} as const;

export type RegistrySearch =
  | {
      readonly kind: "found";
      /** Each as in a server.json. */
      readonly servers: readonly JsonObject[];
      /** Whether the registry has more. */
      readonly hasMore: boolean;
    }
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "unread"; readonly reason: string };

/** The URL of a search; undefined if the address is none of a registry. */
export function registrySearchUrl(address: string, text: string): URL | undefined {
  const base = URL.parse(address.trim());
  if (base?.username !== "" || base.password !== "") return undefined;
  const isSafe =
    base.protocol === "https:" || (base.protocol === "http:" && isLoopbackHost(base.hostname));
  if (!isSafe) return undefined;
  const url = new URL(`${base.origin}${base.pathname.replace(/\/+$/, "")}/v0/servers`);
  url.searchParams.set("search", text.trim().slice(0, limits.text));
  url.searchParams.set("limit", String(limits.servers));
  return url;
}

/** Sends no credentials, and follows no redirect: the user has agreed to this host only. */
export async function searchRegistry(
  url: URL,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<RegistrySearch> {
  try {
    const response = await fetch(url.href, {
      headers: { Accept: "application/json" },
      credentials: "omit",
      referrerPolicy: "no-referrer",
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.ms)]),
    });
    if (!response.ok) {
      void response.body?.cancel().catch(() => {});
      return { kind: "status", status: response.status };
    }
    const { bytes, isWhole } = await readUpTo(response.body, limits.bytes);
    if (!isWhole) return { kind: "unread", reason: "it is larger than 4 MiB" };
    const answer = parseJsonObject(decodeText(bytes));
    if (!Array.isArray(answer?.servers)) {
      return { kind: "unread", reason: "it is no list of servers" };
    }
    const listed = answer.servers.slice(0, limits.servers).map(membersOf);
    const servers = listed
      .map((each) => (isJsonObject(each.server) ? each.server : each))
      .filter(({ name }) => typeof name === "string" && name !== "");
    const { nextCursor, next_cursor } = membersOf(answer.metadata);
    const hasMore =
      answer.servers.length > limits.servers || Boolean(nextCursor) || Boolean(next_cursor);
    return { kind: "found", servers, hasMore };
  } catch (error) {
    return { kind: "unread", reason: errorMessage(error) };
  }
}

/** Ways to a server that are shown. */
const maxWays = 20;

/**
 * One server.json for each package and each remote of a server, as text for the reader of
 * configurations.
 */
export function waysOf(server: JsonObject): readonly string[] {
  const { name, version } = server;
  const ways = ["packages", "remotes"].flatMap((member) => {
    const list = server[member];
    return (Array.isArray(list) ? list : [])
      .filter(isJsonObject)
      .slice(0, maxWays)
      .map((each) => JSON.stringify({ name, version, [member]: [each] }));
  });
  return ways.filter(({ length }) => length <= limits.server).slice(0, maxWays);
}
