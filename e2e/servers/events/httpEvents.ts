/** Serves events over Streamable HTTP, revision 2025-11-25, without sessions. */
import { serveHandler } from "../serveHandler.ts";
import { answerEvents, type EventRequest } from "./answerEvents.ts";
import { createEventSource } from "./eventSource.ts";

/** Starts the server; `source` makes events happen. */
export async function startEvents() {
  const source = createEventSource();
  const server = await serveHandler(async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const message = (await request.json()) as EventRequest;
    if (message.id === undefined) return new Response(null, { status: 202 });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const notify = (method: string, params: object) => {
      const text = JSON.stringify({ jsonrpc: "2.0", method, params });
      writer.write(new TextEncoder().encode(`data: ${text}\n\n`)).catch(() => {});
    };
    let isStream = false;
    const answer = await answerEvents(source, message, notify, (stop) => {
      isStream = true;
      request.signal.addEventListener("abort", stop);
    });
    if (!isStream) return Response.json(answer);
    return new Response(readable, { headers: { "Content-Type": "text/event-stream" } });
  });
  return { ...server, url: `${server.url}/mcp`, source };
}
