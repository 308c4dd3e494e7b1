/** Exposes a relay's forwarder at a plain URL, because the suite cannot be paired. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createRelay } from "../../relay/server.ts";
import { systemClock } from "../../shared/core/clock.ts";
import { exactHeadOf } from "../../shared/log/exactHead.ts";
import { createRelayFetch } from "../../shared/relay/client/relayFetch.ts";
import { createRelayLink } from "../../shared/relay/client/relayLink.ts";
import { createStreamId } from "../../shared/relay/frames/streamId.ts";
import { connectTo, openSession } from "../pairAsPage.ts";

export interface Forwarder {
  /** Requests to this URL are sent by the relay, with all headers, to the same path of the target. */
  readonly url: string;
  close(): Promise<void>;
}

/** Hop-by-hop headers, which are not forwarded. */
const hopByHop = /^(connection|keep-alive|transfer-encoding)$/i;

/** Starts a separate relay and connects to it as a page does. */
export async function openForwarder(target: string): Promise<Forwarder> {
  const relay = await createRelay({ port: 0 });
  const session = await openSession(relay.origin, relay.createToken());
  const link = createRelayLink({ connect: connectTo(relay.origin), session, clock: systemClock });
  const relayFetch = createRelayFetch({
    link: async () => link,
    newId: () => createStreamId((bytes) => crypto.getRandomValues(bytes)),
    agree: async (origin) => ({ origin }),
  });

  const { origin, pathname } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    carry(relayFetch, origin, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}${pathname}`,
    async close() {
      server.close();
      server.closeAllConnections();
      link.close();
      await relay.close();
    },
  };
}

async function carry(
  relayFetch: typeof globalThis.fetch,
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const body: Buffer[] = [];
  for await (const chunk of incoming) body.push(chunk);
  const response = await relayFetch(`${origin}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers: pairsOf(incoming.rawHeaders),
    redirect: "manual",
    signal: gone.signal,
    ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
  });
  const headers = exactHeadOf(response)?.headers ?? [];
  const own = headers.filter(([name]) => !hopByHop.test(name));
  outgoing.writeHead(response.status, response.statusText, own.flat());
  outgoing.flushHeaders();
  if (response.body) await pipeline(Readable.fromWeb(response.body as never), outgoing);
  else outgoing.end();
}

/** Pairs header names with their values, unchanged. */
function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, i): [string, string] => [
    raw[2 * i] ?? "",
    raw[2 * i + 1] ?? "",
  ]);
  return pairs.filter(([name]) => !hopByHop.test(name));
}
