/** Fixtures of the forwarding tests: servers, certificates, and a page's fetch. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from "node:net";
import { afterAll, onTestFinished } from "vitest";
import type { Failure } from "../../shared/protocol/failures/failure.ts";
import { FailureError } from "../../shared/protocol/failures/failureError.ts";
import { createRelayFetch } from "../../shared/relay/client/relayFetch.ts";
import type { OriginConsent } from "../../shared/relay/frames/httpFrames.ts";
import { newId, openLink, openRelay } from "../relay.fixture.ts";
import type { RelayOptions } from "../relayOptions.ts";
import type { Relay } from "../server.ts";
import { makeAuthority } from "./authority.fixture.ts";

/** A page with a separate relay; it agrees to every question. */
export async function openForwarder(
  options: RelayOptions = {},
  agree?: Parameters<typeof openPage>[1],
) {
  return openPage(await openRelay(options), agree);
}

/** A page of a relay. */
export async function openPage<R extends Pick<Relay, "origin" | "createToken">>(
  relay: R,
  agree: (origin: string) => Omit<OriginConsent, "origin"> | undefined = () => ({}),
) {
  const { link, sockets } = await openLink(relay);
  const asked: string[] = [];
  const fetch = createRelayFetch({
    link: async () => link,
    newId,
    agree: async (origin) => {
      asked.push(origin);
      const terms = agree(origin);
      return terms && { origin, ...terms };
    },
  });
  return { relay, link, sockets, asked, fetch };
}

/** A server on a free port of 127.0.0.1; its address without a slash at the end. */
export async function serve(listener: RequestListener): Promise<string> {
  return addressOf(createServer(listener));
}

/** The same over TLS. */
export async function serveTls(options: ServerOptions, listener: RequestListener): Promise<string> {
  return addressOf(createTlsServer(options, listener), "https");
}

/** A server that answers with the given bytes, and the bytes that it read. */
export async function serveRaw(answer: string) {
  const heard = { text: "" };
  const url = await addressOf(
    createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        heard.text += bytes.toString("latin1");
        if (heard.text.includes("\r\n\r\n")) socket.end(answer, "latin1");
      });
    }),
  );
  return { url, heard };
}

/** Listens until the test ends. */
export async function addressOf(server: Server, scheme = "http"): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The failure with which a promise was rejected, if it is one of ours. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  return undefined;
}

/** An authority for all tests of a file. */
export function createAuthority() {
  const authority = makeAuthority();
  afterAll(authority.remove);
  return authority;
}
