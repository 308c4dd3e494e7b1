/** Answers the requests of a session of the legacy era. */
import { asJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import type { Demo } from "./demo.ts";
import { answer, callOf, canAsk, runTool, toolNamed, toolsOf, wantsLevel } from "./demoMethods.ts";
import { described } from "./legacyDefinitions.ts";
import type { LegacySession } from "./legacySession.ts";
import { createLegacyTasks } from "./legacyTasks.ts";
import {
  type AskClient,
  demoError,
  type InputRequest,
  methodNotFound,
  RpcError,
  type ToolCall,
} from "./protocol.ts";
import { createExchange } from "./stream.ts";

interface LegacyRequest {
  readonly session: LegacySession;
  readonly message: JsonObject;
  /** The message as JSON text. */
  readonly text: string;
}

/** A request that is being answered. */
interface Work {
  readonly session: LegacySession;
  readonly method: string;
  readonly params: JsonObject;
  readonly call: ToolCall;
  /** Sends a request to the client within the response. */
  readonly ask: AskClient;
}

interface LegacyRequests {
  /** The response is one JSON message, or a stream if another message comes before the result. */
  handle(request: LegacyRequest): Promise<Response>;
}

/**
 * Creates the handler of all sessions; its tasks are shared by them.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export function createLegacyRequests(demo: Demo): LegacyRequests {
  const tasks = createLegacyTasks(demo);

  const resultOf = async ({ session, method, params, call, ask }: Work): Promise<JsonObject> => {
    const { revision } = session;
    switch (method) {
      case "ping":
        return {};
      case "logging/setLevel":
        session.level = String(params.level);
        return {};
      case "resources/subscribe":
        session.subscribed.add(params.uri);
        return {};
      case "resources/unsubscribe":
        session.subscribed.delete(params.uri);
        return {};
      case "tools/list":
        return { tools: toolsOf(demo, revision).map((tool) => described(tool, revision)) };
      case "tools/call": {
        const tool = toolNamed(demo, revision, params.name);
        const task = asJsonObject(params.task);
        if (task && tool.canBeTask) return tasks.start(tool, call, task);
        const { structuredContent, ...result } = await runTool(tool, call);
        const isStructured = structuredContent && revision >= "2025-06-18";
        return isStructured ? { ...result, structuredContent } : result;
      }
      default: {
        const result =
          answer(demo, method, params, -32002) ?? (await tasks.answer(method, params, ask));
        if (!result) throw methodNotFound(method);
        return result;
      }
    }
  };

  return {
    handle({ session, message, text }) {
      const { id } = message;
      const method = String(message.method);
      const params = asJsonObject(message.params) ?? {};
      const control = new AbortController();
      const { signal } = control;
      session.running.set(id, control);
      const exchange = createExchange(() => {});
      const ask = createAsk(session, { newId: demo.newId, send: exchange.send, signal });
      const { pageCompleted, ...notifications } = createNotifier(session, params, exchange.send);
      /** The id of an URL elicitation by the key of its question. */
      const pages = new Map<string, string>();
      const call = callOf(demo, text, params, {
        ...notifications,
        signal,
        ask: (key, request) => ask(withPageId(pages, key, request, demo.newId)),
        urlCompleted: (key) => pageCompleted(pages.get(key)),
      });
      void resultOf({ session, method, params, call, ask })
        .then(
          (result) => ({ result }),
          (cause: unknown) => ({ error: demoError(cause) }),
        )
        .then((outcome) => {
          session.running.delete(id);
          exchange.finish({ jsonrpc: "2.0", id, ...outcome });
        });
      return exchange.response;
    },
  };
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

/** The notifications that a call sends before its result. */
function createNotifier(
  session: LegacySession,
  params: JsonObject,
  send: (message: object) => void,
) {
  const progressToken = asJsonObject(params._meta)?.progressToken;
  const notify = (name: string, params: object) =>
    send({ jsonrpc: "2.0", method: `notifications/${name}`, params });
  const progress: ToolCall["progress"] = (progress, total, message) => {
    if (progressToken !== undefined)
      notify("progress", { progressToken, progress, total, message });
  };
  const log: ToolCall["log"] = (level, data) => {
    const isWanted = wantsLevel(session.level, level);
    if (isWanted) notify("message", { level, logger: "demo", data });
    return isWanted;
  };
  return {
    progress,
    log,
    pageCompleted: (elicitationId: string | undefined) =>
      notify("elicitation/complete", { elicitationId }),
  };
}

/** Adds the id that a URL elicitation has in the legacy era. */
function withPageId(
  pages: Map<string, string>,
  key: string,
  request: InputRequest,
  newId: () => string,
): InputRequest {
  if (request.params?.mode !== "url") return request;
  const elicitationId = newId();
  pages.set(key, elicitationId);
  return { ...request, params: { ...request.params, elicitationId } };
}
