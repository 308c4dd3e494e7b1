/** A server over HTTP whose replies are written by a test. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as received. */
export interface Asked {
  readonly id?: number | string;
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary members
  readonly params?: any;
}

/** The members of the response, without id; nothing if the function has used the response itself. */
export type ReplyFunction = (
  message: Asked,
  response: ServerResponse,
) => object | undefined | Promise<object | undefined>;

export interface RepliesOptions {
  readonly revision?: string;
  readonly capabilities?: object;
  readonly name?: string;
  /** Whether its answer to GET has no header of CORS, so that a browser hides it. */
  readonly hidesGet?: boolean;
}

/** Answers `initialize`, passes other requests to `reply`, and accepts notifications. */
export async function startReplies(
  {
    revision = "2025-11-25",
    capabilities = { tools: {} },
    name = "replies",
    hidesGet = false,
  }: RepliesOptions,
  reply: ReplyFunction,
) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const isHidden = hidesGet && request.method === "GET";
    if (!isHidden) response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return response.end();
    if (request.method !== "POST") return response.writeHead(405).end();
    let text = "";
    for await (const chunk of request) text += chunk;
    const message = parsed(text);
    if (!message) return response.writeHead(400).end();
    asked.push(message);
    const { id, method } = message;
    if (id === undefined || method === undefined) return response.writeHead(202).end();
    const serverInfo = { name, version: "1" };
    const members =
      method === "initialize"
        ? { result: { protocolVersion: revision, capabilities, serverInfo } }
        : await reply(message, response);
    if (!members) return;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...members }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    /** Every message, oldest first. */
    asked: asked as readonly Asked[],
    /** The methods of all messages, oldest first. */
    methods: () => asked.map(({ method }) => method),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @returns undefined for text that is not JSON, which examinations send */
function parsed(text: string): Asked | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const methodNotFound = { error: { code: -32601, message: "Method not found" } };
