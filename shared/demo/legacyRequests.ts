/** Answers the requests of a session of the legacy era. */
import { asJsonObject, type JsonObject, membersOf } from "../core/json/jsonObject.ts";
import { logSeverity } from "../protocol/logLevels.ts";
import type { Demo } from "./demo.ts";
import { answerRequest, canAsk } from "./demoMethods.ts";
import type { LegacySession } from "./legacySession.ts";
import { answerLegacyTask, startLegacyTask } from "./legacyTasks.ts";
import { type AskClient, RpcError } from "./protocol.ts";
import { respondTo } from "./stream.ts";

/**
 * Answers a request with one JSON message, or a stream if another message comes before the result.
 * @param text the message as JSON text
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export function answerLegacyRequest(
  demo: Demo,
  session: LegacySession,
  message: JsonObject,
  text: string,
): Promise<Response> {
  const { id, method: name, params: given } = message;
  const [method, params] = [String(name), membersOf(given)];
  const { revision } = session;
  const control = new AbortController();
  const { signal } = control;
  session.running.set(id, control);
  const work = async (send: (message: object) => void) => {
    const ask = createAsk(session, { newId: demo.newId, send, signal });
    /** The id of an URL elicitation by the key of its question. */
    const pages = new Map<string, string>();
    const task = asJsonObject(params.task);
    try {
      return await answerRequest(demo, {
        ...{ revision, text, method, params, signal, send },
        clientCapabilities: session.capabilities,
        level: () => session.level,
        notFound: -32002,
        ask(key, request) {
          if (request.params?.mode !== "url") return ask(request);
          const elicitationId = demo.newId();
          pages.set(key, elicitationId);
          return ask({ ...request, params: { ...request.params, elicitationId } });
        },
        urlCompleted(key) {
          const about = { elicitationId: pages.get(key) };
          send({ jsonrpc: "2.0", method: "notifications/elicitation/complete", params: about });
        },
        asTask: task && ((run) => startLegacyTask(demo, run, task)),
        answer: () =>
          changeSession(session, method, params) ?? answerLegacyTask(demo, method, params, ask),
      });
    } finally {
      session.running.delete(id);
    }
  };
  return respondTo(id, work, () => {}, false, signal);
}

/** Answers the methods that change a session; undefined for any other. */
function changeSession(
  session: LegacySession,
  method: string,
  { level, uri }: JsonObject,
): JsonObject | undefined {
  if (method === "logging/setLevel") {
    if (logSeverity(String(level)) < 0) throw new RpcError(-32602, "Unknown log level");
    session.level = String(level);
  } else if (method === "resources/subscribe") session.subscribed.add(uri);
  else if (method === "resources/unsubscribe") session.subscribed.delete(uri);
  else if (method !== "ping") return undefined;
  return {};
}

/** Where requests to the client are sent. */
interface AskOptions {
  readonly newId: () => string;
  readonly send: (message: object) => void;
  /** Rejects the requests without an answer. */
  readonly signal: AbortSignal;
}

function createAsk(session: LegacySession, { newId, send, signal }: AskOptions): AskClient {
  return async (request, meta) => {
    const { method } = request;
    const params = { ...request.params, ...(meta ? { _meta: meta } : {}) };
    const hasParams = Object.keys(params).length > 0;
    const isKnown = method !== "elicitation/create" || session.revision >= "2025-06-18";
    if (!isKnown || !canAsk(session.capabilities, request)) {
      throw new RpcError(-32603, `The client does not declare what ${method} needs`);
    }
    const id = newId();
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
    session.asked.set(id, { resolve, reject });
    signal.addEventListener("abort", () => reject(new RpcError(-32603, "Cancelled")));
    send({ jsonrpc: "2.0", id, method, ...(hasParams ? { params } : {}) });
    return promise;
  };
}
