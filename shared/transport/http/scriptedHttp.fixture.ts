/** A real HTTP server on a free port with a scripted handler. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

/** A received request. */
export interface HeardRequest {
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Answers a request, synchronously or later; `nth` counts from 1 over all methods. */
export type HttpScript = (response: ServerResponse, request: HeardRequest, nth: number) => unknown;

export interface ScriptedHttp {
  readonly url: string;
  /** All requests in order. */
  readonly heard: readonly HeardRequest[];
  /** Number of open responses. */
  open(): number;
}

/** Starts the server; it is closed after the test. */
export async function startScriptedHttp(script: HttpScript): Promise<ScriptedHttp> {
  const heard: HeardRequest[] = [];
  let open = 0;
  const server = createServer((incoming, response) => {
    open++;
    response.once("close", () => open--);
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.once("end", async () => {
      const request = {
        method: incoming.method ?? "",
        url: incoming.url ?? "",
        headers: incoming.headers,
        body: Buffer.concat(chunks),
      };
      try {
        await script(response, request, heard.push(request));
      } catch (error) {
        response.destroy(error as Error);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given");
  return { url: `http://127.0.0.1:${address.port}/mcp`, heard, open: () => open };
}

/** Writes chunks one by one, each sent before the next. */
export async function writePieces(
  response: ServerResponse,
  pieces: readonly (string | Uint8Array)[],
): Promise<void> {
  for (const piece of pieces) {
    await new Promise<void>((resolve) => {
      response.write(piece, () => resolve());
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Ends the connection in the middle of a body. */
export function breakOff(response: ServerResponse): void {
  response.socket?.end();
}
