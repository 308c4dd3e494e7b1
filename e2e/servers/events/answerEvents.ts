/** Answers the messages of a client of the events server, whichever way they come. */
import { EventFault, type EventSource, eventTypes, type Notify } from "./eventSource.ts";

export interface EventRequest {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const emitTool = {
  name: "emit",
  description: "Makes a ticket",
  inputSchema: { type: "object", properties: { title: { type: "string" } } },
};

/** @returns undefined if it answers nothing yet, or never */
export async function answerEvents(
  source: EventSource,
  { id, method, params = {} }: EventRequest,
  notify: Notify,
  onStream: (stop: () => void) => void,
): Promise<object | undefined> {
  if (id === undefined) return undefined;
  const result = async (): Promise<object | undefined> => {
    switch (method) {
      case "initialize":
        return {
          protocolVersion: "2025-11-25",
          capabilities: { events: { listChanged: true }, tools: {} },
          serverInfo: { name: "events", version: "1" },
        };
      case "ping":
        return {};
      case "tools/list":
        return { tools: [emitTool] };
      case "tools/call": {
        const args = (params.arguments ?? {}) as Record<string, unknown>;
        await source.emit("ticket.created", { title: args.title ?? "A ticket" });
        return { content: [{ type: "text", text: "Created" }] };
      }
      case "events/list":
        return { events: eventTypes };
      case "events/poll":
        return source.poll(params);
      case "events/stream":
        return void onStream(source.stream(params, id, notify));
      case "events/subscribe":
        return source.subscribe(params);
      case "events/unsubscribe":
        return source.unsubscribe(params);
      default:
        throw new EventFault(-32601, "Method not found");
    }
  };
  try {
    const answer = await result();
    return answer && { jsonrpc: "2.0", id, result: answer };
  } catch (error) {
    const code = error instanceof EventFault ? error.code : -32603;
    return { jsonrpc: "2.0", id, error: { code, message: String((error as Error).message) } };
  }
}
