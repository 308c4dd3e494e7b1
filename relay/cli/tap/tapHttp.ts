/** A tap of an HTTP server: listens on loopback, and forwards requests and answers as they come. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import type { Terminal } from "../terminal.ts";
import { createHttpGate } from "./gate/httpGate.ts";
import { createForwarder } from "./httpForwarder.ts";
import { hostsOfTap, tapRefusal } from "./httpHeaders.ts";
import { startRecorder } from "./startRecorder.ts";

export interface HttpTap {
  readonly url: URL;
  /** 0 for any port. */
  readonly port: number;
  readonly name: string | undefined;
  /** Whether cookies pass in both directions. */
  readonly hasCookies: boolean;
}

/** @returns the exit code if the port cannot be used; undefined while it listens */
export async function tapHttp(
  { url, port, name, hasCookies }: HttpTap,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const copies = startRecorder({ name, server: { kind: "http", url: url.href } }, (order) =>
    gate.take(order),
  );
  /** The origin at which the client reaches the tap. */
  let own = "";
  let hosts: readonly string[] = [];
  const forwarder = createForwarder({
    url,
    copies,
    own: () => own,
    hasCookies,
    onAnswer: (exchange, answer) => gate.passAnswer(exchange, answer),
  });
  const gate = createHttpGate(forwarder, copies);

  const forward = (received: IncomingMessage, response: ServerResponse) => {
    const refusal = tapRefusal(received.headers, hosts);
    if (refusal !== undefined) {
      return void response.writeHead(403, { "Content-Type": "text/plain" }).end(`${refusal}\n`);
    }
    // `*`, or the whole URL that proxies get, would name another host
    if (!received.url?.startsWith("/")) return void response.writeHead(400).end();
    const exchange = forwarder.open(received, response);
    if (gate.isOn() && exchange.method === "POST") void gate.passRequest(exchange);
    else exchange.forward();
  };

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, forward);
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    const reason = `Port ${port} cannot be used: ${errorMessage(error)}.`;
    copies.end(() => {});
    return terminal.fail(reason, exitCodes.couldNotRun);
  }
  const listening = (server.address() as AddressInfo).port;
  hosts = hostsOfTap(listening);
  own = `http://127.0.0.1:${listening}`;
  terminal.printError(`${own}${url.pathname}${url.search} forwards to ${url.href}`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
      copies.end(() => process.exit(0));
    });
  }
  return undefined;
}
