/** `mcp-playground serve`: serves a recording as an MCP server, over stdio or Streamable HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { isLoopbackAddress } from "../../../shared/core/addresses.ts";
import { createStandIn, type StandIn } from "../../../shared/recording/standIn/standIn.ts";
import type { StandInArguments } from "../arguments/commandArguments.ts";
import { fail, printError } from "../terminal.ts";
import { readRecordingFile } from "./recordingFile.ts";

/** Maximum size of a request in bytes. */
const maxBodyBytes = 16 * 1024 * 1024;

/** Serves the recording until the input ends or the process is stopped. */
export async function serveRecording({ path, port, mode }: StandInArguments): Promise<void> {
  const read = await readRecordingFile(path);
  if (typeof read === "string") return fail(read);
  const standIn = createStandIn(read, mode);
  if (standIn.answers === 0) return fail(`${path} holds no answers of a server.`);
  if (port === undefined) return serveStdio(standIn);
  const server = createHttpServer(standIn);
  server.on("error", (error) => fail(`Port ${port} cannot be used: ${error.message}.`));
  server.listen(port, "127.0.0.1", () => {
    const { port: own } = server.address() as AddressInfo;
    printError(`${standIn.answers} recorded answers at http://127.0.0.1:${own}/mcp`);
  });
}

async function serveStdio(standIn: StandIn): Promise<void> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    standIn.receive(line, (text) => {
      // A recorded message may have been written in several lines.
      process.stdout.write(`${text.replace(/[\r\n]+/g, " ")}\n`);
    });
  }
}

/** Answers POSTs of local programs and of pages that this machine serves. */
function createHttpServer(standIn: StandIn): Server {
  return createServer((request, response) => {
    const refused = refuse(request, response);
    if (refused !== undefined) return void response.writeHead(refused).end();
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    if (request.method !== "POST") return void response.writeHead(405, { Allow: "POST" }).end();
    void answerPost(standIn, request, response).catch(() => response.destroy());
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

async function answerPost(standIn: StandIn, request: IncomingMessage, response: ServerResponse) {
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
  answer(standIn, Buffer.concat(chunks).toString(), response);
}

/**
 * Answers one frame: as JSON if one message is available immediately, else as a stream that may
 * stay open.
 */
function answer(standIn: StandIn, text: string, response: ServerResponse): void {
  const first: string[] = [];
  let isStream = false;
  let isDone = false;
  const stop = standIn.receive(
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
