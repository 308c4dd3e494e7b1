/** A tap of an HTTP server: listens on loopback, and forwards requests and answers as they come. */
import { once } from "node:events";
import {
  createServer,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import type { Terminal } from "../terminal.ts";
import { isOwnRequest, toClient, toServer } from "./httpHeaders.ts";
import { isResourceMetadata, rewriteMetadata } from "./rewriteMetadata.ts";
import { startRecorder } from "./startRecorder.ts";

export interface HttpTap {
  readonly url: URL;
  /** 0 for any port. */
  readonly port: number;
  readonly name: string | undefined;
}

/** @returns the exit code if the port cannot be used; undefined while it listens */
export async function tapHttp(
  { url, port, name }: HttpTap,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const copies = startRecorder({ name, server: { kind: "http", url: url.href } }, () => {});
  const isSecure = url.protocol === "https:";
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const request = isSecure ? httpsRequest : httpRequest;
  let exchanges = 0;
  /** The origin at which the client reaches the tap. */
  let own = "";

  const forward = (received: IncomingMessage, response: ServerResponse) => {
    if (!isOwnRequest(received.headers, own)) return void response.writeHead(403).end();
    const exchange = ++exchanges;
    const { method = "GET" } = received;
    const path = received.url ?? "/";
    const target = new URL(url.origin + path);
    copies.addFact(
      { kind: "http-request", method, url: target.href, headers: pairsOf(received.rawHeaders) },
      exchange,
    );
    const end = (outcome: "complete" | "aborted" | "failed", reason?: string) => {
      if (isOver) return;
      isOver = true;
      copies.addFact({ kind: "http-end", outcome, reason }, exchange);
    };
    let isOver = false;
    const sent = request(target, {
      method,
      agent,
      headers: toServer(received.rawHeaders, url, own),
      // header names stay as they are, and none are added
      setHost: false,
    });
    received.on("data", (bytes: Buffer) => copies.add("request", bytes, exchange));
    received.on("end", () => copies.addFact({ kind: "request-end" }, exchange));
    received.pipe(sent);
    response.on("close", () => {
      if (response.writableFinished) return;
      end("aborted");
      sent.destroy();
    });
    sent.on("error", (error) => {
      end("failed", errorMessage(error));
      if (response.headersSent) response.destroy();
      else
        response.writeHead(502, { "Content-Type": "text/plain" }).end(`${errorMessage(error)}\n`);
    });
    sent.on("response", (answer) => {
      const { statusCode = 502, statusMessage = "", rawHeaders, httpVersion } = answer;
      copies.addFact(
        {
          kind: "http-response",
          status: statusCode,
          statusText: statusMessage,
          headers: pairsOf(rawHeaders),
          httpVersion,
        },
        exchange,
      );
      answer.on("data", (bytes: Buffer) => copies.add("response", bytes, exchange));
      answer.on("end", () => end("complete"));
      answer.on("error", (error) => {
        end("failed", errorMessage(error));
        response.destroy();
      });
      const isRewritten = isResourceMetadata(target.pathname, answer);
      response.writeHead(statusCode, statusMessage, toClient(rawHeaders, url, own, isRewritten));
      // an event stream may have no event for long
      response.flushHeaders();
      if (isRewritten) void rewriteMetadata(answer, response, url, own);
      else answer.pipe(response);
    });
  };

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, forward);
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    const reason = `Port ${port} cannot be used: ${errorMessage(error)}.`;
    copies.end(() => {});
    return terminal.fail(reason, exitCodes.couldNotRun);
  }
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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

/** The headers as pairs, in their order and spelling. */
function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[2 * index] ?? "",
    raw[2 * index + 1] ?? "",
  ]);
}
