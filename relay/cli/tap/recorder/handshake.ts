/** Reads from the messages of a session who its client and its server are, and what they agreed on. */
import { isTooDeep } from "../../../../shared/core/json/isTooDeep.ts";
import {
  asJsonObject,
  isJsonObject,
  parseJsonObject,
} from "../../../../shared/core/json/jsonObject.ts";
import { idKey, type MessageEntry } from "../../../../shared/log/entry.ts";
import type { RecordedConnection } from "../../../../shared/recording/recording.ts";

/** `transport` is read of a session over HTTP only. */
export type SessionFacts = Omit<RecordedConnection, "id" | "server">;

const meta = (name: string) => `io.modelcontextprotocol/${name}`;
/** Requests that may wait for an answer with facts. */
const maxWaiting = 100;

/** @returns a function that reads one message; it returns the facts if they have changed */
export function createHandshake(): (entry: MessageEntry, text: string) => SessionFacts | undefined {
  let facts: SessionFacts = {};
  /** The exchange of each request, by the request's id. */
  const waiting = new Map<string, string | undefined>();

  const add = (found: { readonly [K in keyof SessionFacts]: unknown }) => {
    const known = Object.entries(found).filter(([name, value]) =>
      name === "revision" || name === "instructions" || name === "transport"
        ? typeof value === "string"
        : isJsonObject(value) && !isTooDeep(value),
    );
    const next = { ...facts, ...Object.fromEntries(known) };
    if (JSON.stringify(next) === JSON.stringify(facts)) return undefined;
    facts = next;
    return facts;
  };

  return ({ direction, heads, batch, exchangeId }, text) => {
    const [head] = heads;
    if (batch || !head) return undefined;
    if (direction === "out" && head.kind === "request") {
      const isHello = head.method === "initialize" || head.method === "server/discover";
      const isModern = !facts.clientInfo && head.revision !== undefined;
      if (isHello && waiting.size < maxWaiting) waiting.set(idKey(head.id), exchangeId);
      if (!isHello && !isModern) return undefined;
      const params = asJsonObject(parseJsonObject(text)?.params);
      const own = asJsonObject(params?._meta);
      return add({
        clientInfo: params?.clientInfo ?? own?.[meta("clientInfo")],
        clientCapabilities: params?.capabilities ?? own?.[meta("clientCapabilities")],
        // of the handshake's era, the server's answer decides
        revision: own?.[meta("protocolVersion")],
        transport: isModern && exchangeId !== undefined ? "streamable-http" : undefined,
      });
    }
    if (direction === "in" && head.kind === "result" && waiting.has(idKey(head.id))) {
      const asked = waiting.get(idKey(head.id));
      waiting.delete(idKey(head.id));
      const result = asJsonObject(parseJsonObject(text)?.result);
      return add({
        revision: result?.protocolVersion,
        serverInfo: result?.serverInfo ?? asJsonObject(result?._meta)?.[meta("serverInfo")],
        capabilities: result?.capabilities,
        instructions: result?.instructions,
        transport: asked && (asked === exchangeId ? "streamable-http" : "http-sse"),
      });
    }
    return undefined;
  };
}
