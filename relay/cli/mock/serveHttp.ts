/** Serves a mock server over Streamable HTTP, to this machine only. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isLoopbackAddress } from "../../../shared/core/text/addresses.ts";
import type { MockServer } from "../../../shared/recording/mockServer/mockServer.ts";

/** Maximum size of a request in bytes. */
const maxBodyBytes = 16 * 1024 * 1024;

/** Answers POSTs of local programs and of pages that this machine serves. */
export function createMockHttpServer(mock: MockServer): Server {
  return createServer((request, response) => {
    const refused = refuse(request, response);
    if (refused !== undefined) return void response.writeHead(refused).end();
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    if (request.method !== "POST") return void response.writeHead(405, { Allow: "POST" }).end();
    void answerPost(mock, request, response).catch(() => response.destroy());
  });
}

/** Sets the headers for pages; returns the status for a host or origin of another machine. */
function refuse({ headers }: IncomingMessage, response: ServerResponse): number | undefined {
  const host = URL.parse(`http://${headers.host ?? ""}`)?.hostname;
  if (host === undefined || !isLoopbackAddress(host)) return 421;
  if (headers.origin === undefined) return undefined;
  const page = URL.parse(headers.origin)?.hostname;
  if (page === undefined || !isLoopbackAddress(page)) return 403;
  response.setHeader("Access-Control-Allow-Origin", headers.origin);
  response.setHeader(
    "Access-Control-Allow-Headers",
    headers["access-control-request-headers"] ?? "*",
  );
  response.setHeader("Access-Control-Allow-Methods", "POST");
  response.setHeader("Vary", "Origin");
  return undefined;
}

async function answerPost(mock: MockServer, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) {
      response.writeHead(413, { Connection: "close" }).end();
      return;
    }
    chunks.push(chunk);
  }
  answer(mock, Buffer.concat(chunks).toString(), response);
}

/**
 * Answers one frame: as JSON if one message is available immediately, else as a stream that may
 * stay open.
 */
function answer(mock: MockServer, text: string, response: ServerResponse): void {
  const first: string[] = [];
  let isStream = false;
  let isDone = false;
  const stop = mock.receive(
    text,
    (message) => {
      if (isStream) response.write(eventOf(message));
      else first.push(message);
    },
    () => {
      isDone = true;
      if (isStream) response.end();
    },
  );
  response.on("close", stop);
  const [only] = first;
  if (isDone && only === undefined) return void response.writeHead(202).end();
  if (isDone && first.length === 1) {
    return void response.writeHead(200, { "Content-Type": "application/json" }).end(only);
  }
  isStream = true;
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" });
  for (const message of first) response.write(eventOf(message));
  if (isDone) response.end();
}

function eventOf(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => `data: ${line}\n`);
  return `event: message\n${lines.join("")}\n`;
}
