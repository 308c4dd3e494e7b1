/** Looks for the MCP endpoint of an origin: at the usual paths, and where a document at a well-known address names one. */
import { asJsonObject, membersOf, parseJsonObject } from "../../core/json/jsonObject.ts";
import { isMessage, leadsInward, mayFollow, type ProbeContext } from "../probe.ts";

export interface FoundEndpoint {
  readonly url: string;
  /** The document that names it, by its path if it is of this origin; undefined at a usual path. */
  readonly namedBy?: string;
  readonly seqs: readonly number[];
}

const usualPaths = ["/mcp", "/mcp/", "/", "/api/mcp", "/v1/mcp", "/sse"];

/**
 * A card is below its endpoint, or anywhere. Catalogs list server cards, and cards name endpoints. The first is of the extension as accepted;
 * the others are of its drafts and of other proposals, which servers still publish.
 * @see https://modelcontextprotocol.io/seps/2127-mcp-server-cards
 */
const wellKnownPaths = [
  "/.well-known/ai-catalog.json",
  "/.well-known/mcp/catalog.json",
  "/.well-known/mcp/server-card.json",
  "/.well-known/mcp-server-card",
  "/.well-known/mcp.json",
  "/.well-known/mcp",
];

const cardTypes: readonly unknown[] = [
  "application/mcp-server-card+json",
  "application/mcp-server+json",
];

/** Cards of one catalog, and endpoints of one document, that are followed. */
const maximumFollowed = 3;

/** Returns the first URL at which an MCP server answers, or which may not be contacted from here. */
export async function findEndpoint(context: ProbeContext): Promise<FoundEndpoint | undefined> {
  const { url } = context;
  for (const path of usualPaths) {
    if (path === url.pathname) continue;
    const other = new URL(path, url);
    if (await answers(context, other)) return { url: other.href, seqs: [] };
  }
  const { pathname } = url;
  const own = `${pathname.replace(/\/$/, "")}/server-card`;
  for (const path of [...new Set([own, "/mcp/server-card"]), ...wellKnownPaths]) {
    // a path may begin with two slashes, which would be another host
    const found = await followDocument(context, new URL(`${url.origin}${path}`));
    if (found) return found;
  }
  return undefined;
}

async function followDocument(
  context: ProbeContext,
  address: URL,
): Promise<FoundEndpoint | undefined> {
  const document = await read(context, address);
  if (!document) return undefined;
  for (const card of await readCards(context, address, document)) {
    for (const url of endpointsOf(card.members, card.address)) {
      if (url.href === context.url.href || leadsInward(context, url)) continue;
      const { origin, pathname, href } = card.address;
      const namedBy = origin === context.url.origin ? pathname : href;
      const found = { url: url.href, namedBy, seqs: card.seqs };
      if (!mayFollow(context, url) || (await answers(context, url))) return found;
    }
  }
  return undefined;
}

interface Card {
  readonly address: URL;
  readonly members: Readonly<Record<string, unknown>>;
  readonly seqs: readonly number[];
}

/** The cards that a catalog holds or refers to; a document that is no catalog is a card itself. */
async function readCards(context: ProbeContext, address: URL, document: Card): Promise<Card[]> {
  const { entries } = document.members;
  if (!Array.isArray(entries)) return [document];
  const cards: Card[] = [];
  const listed = entries.map(membersOf).filter((entry) => {
    return cardTypes.includes(entry.type) || cardTypes.includes(entry.mediaType);
  });
  for (const { data, url } of listed.slice(0, maximumFollowed)) {
    const members = asJsonObject(data);
    const target = typeof url === "string" ? URL.parse(url, address) : null;
    if (members) cards.push({ address, members, seqs: document.seqs });
    else if (target && mayFollow(context, target)) {
      const card = await read(context, target);
      if (card) cards.push({ ...card, seqs: [...document.seqs, ...card.seqs] });
    }
  }
  return cards;
}

async function read(context: ProbeContext, address: URL): Promise<Card | undefined> {
  const reply = await context.send({
    method: "GET",
    url: address.href,
    headers: [["Accept", "application/mcp-server-card+json, application/json"]],
    isNamed: address.origin !== context.url.origin,
  });
  if (reply.kind === "none" || reply.head.status !== 200) return undefined;
  const members = parseJsonObject(reply.text);
  return members && { address, members, seqs: reply.seqs };
}

/** URLs in the members that cards and the proposals before them have for endpoints. */
function endpointsOf(card: Card["members"], address: URL): URL[] {
  const lists = [card.remotes, card.transports].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const items = [...lists, card.transport].map(membersOf);
  const values = [
    ...items.flatMap(({ url, endpoint }) => [url, endpoint]),
    ...Object.values(membersOf(card.endpoints)),
    card.endpoint,
  ];
  const urls = new Map<string, URL>();
  for (const value of values) {
    const url = typeof value === "string" ? URL.parse(value, address.origin) : null;
    if (url && urls.size < maximumFollowed && isEndpoint(url)) urls.set(url.href, url);
  }
  return [...urls.values()];
}

function isEndpoint({ protocol, href, username, password }: URL): boolean {
  const isTemplate = /%7B|[{}]/i.test(href);
  return /^https?:$/.test(protocol) && username + password === "" && !isTemplate;
}

async function answers({ send, initialize, url }: ProbeContext, target: URL): Promise<boolean> {
  const { href, pathname, origin } = target;
  const reply = await initialize(href, true);
  if (reply.kind === "reply" && (isMessage(reply) || reply.head.status === 401)) return true;
  if (!/sse\/?$/.test(pathname)) return false;
  const stream = await send({
    method: "GET",
    url: href,
    headers: [["Accept", "text/event-stream"]],
    withCredentials: true,
    isNamed: origin !== url.origin,
  });
  return stream.kind === "reply" && stream.contentType === "text/event-stream";
}
