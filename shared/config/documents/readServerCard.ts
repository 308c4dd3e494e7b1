/** Reads the card of a server: below its endpoint, or where the catalogue of its origin names it. */
import { readUpTo } from "../../core/body.ts";
import { decodeText } from "../../core/bytes.ts";
import {
  asJsonObject,
  type JsonObject,
  membersOf,
  parseJsonObject,
} from "../../core/json/jsonObject.ts";
import { errorMessage } from "../../core/text/errorMessage.ts";
import { isCardOf } from "./compareCard.ts";

const limits = { ms: 10_000, bytes: 1024 * 1024, cards: 3 } as const;

/** Where a server has its card. */
export function cardAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, "")}/server-card`;
}

export type CardRead =
  | {
      readonly kind: "card";
      readonly card: JsonObject;
      readonly address: string;
      /** Of the document that has it. */
      readonly bytes: number;
    }
  | { readonly kind: "status"; readonly status: number; readonly address: string }
  | { readonly kind: "unread"; readonly reason: string; readonly address: string };

/** A card is public, so no credentials are sent for it, and no redirect is followed. */
export async function readCardAt(
  address: string,
  fetch: typeof globalThis.fetch,
): Promise<CardRead> {
  try {
    const response = await fetch(address, {
      headers: { Accept: "application/mcp-server-card+json, application/json" },
      credentials: "omit",
      referrerPolicy: "no-referrer",
      redirect: "error",
      signal: AbortSignal.timeout(limits.ms),
    });
    if (!response.ok) {
      void response.body?.cancel().catch(() => {});
      return { kind: "status", status: response.status, address };
    }
    const { bytes, isWhole } = await readUpTo(response.body, limits.bytes);
    if (!isWhole) return { kind: "unread", reason: "it is larger than 1 MiB", address };
    const card = parseJsonObject(decodeText(bytes));
    return card
      ? { kind: "card", card, address, bytes: bytes.byteLength }
      : { kind: "unread", reason: "it is no JSON object", address };
  } catch (error) {
    return { kind: "unread", reason: errorMessage(error), address };
  }
}

/**
 * Reads the card below the endpoint. Where there is none, the catalogue of the origin is read, of
 * which only cards that it holds, or that are at the same origin, and that name the endpoint count.
 * @returns the first answer if there is no card
 */
export async function findServerCard(
  url: string,
  fetch: typeof globalThis.fetch,
): Promise<CardRead> {
  const own = await readCardAt(cardAddress(url), fetch);
  if (own.kind === "card" || own.kind === "unread") return own;
  const { origin } = new URL(url);
  const catalogue = await readCardAt(`${origin}/.well-known/ai-catalog.json`, fetch);
  if (catalogue.kind !== "card") return own;
  const { entries } = catalogue.card;
  const listed = (Array.isArray(entries) ? entries : [])
    .map(membersOf)
    .filter(({ type, mediaType }) =>
      [type, mediaType].includes("application/mcp-server-card+json"),
    );
  let followed = 0;
  for (const { data, url: named } of listed.slice(0, 100)) {
    const held = asJsonObject(data);
    if (held && isCardOf(held, url)) return { ...catalogue, card: held };
    const target = typeof named === "string" ? URL.parse(named, catalogue.address) : null;
    if (held || target?.origin !== origin || followed === limits.cards) continue;
    followed += 1;
    const read = await readCardAt(target.href, fetch);
    if (read.kind === "card" && isCardOf(read.card, url)) return read;
  }
  return own;
}
