/** The demo server of the legacy era: a handshake, sessions, and requests to the client within streams. */
import { asJsonObject, type JsonObject } from "../core/jsonObject.ts";
import type { Demo, Posted } from "./demo.ts";
import { createLegacyTasks } from "./legacyTasks.ts";
import {
  answer,
  callOf,
  canAsk,
  instructions,
  runTool,
  serverInfo,
  toolNamed,
  toolsOf,
  wantsLevel,
} from "./methods.ts";
import {
  type AskClient,
  type DemoTool,
  errorOf,
  type InputRequest,
  methodNotFound,
  RpcError,
} from "./protocol.ts";
import { createExchange, type EventStream, openEventStream } from "./stream.ts";

export interface LegacyEndpoint {
  post(posted: Posted): Promise<Response>;
  /** Answers GET and DELETE. */
  other(request: Request): Response;
}

/** Newest first. */
const supported = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** A session with one client. */
interface LegacySession {
  readonly revision: string;
  readonly capabilities: JsonObject;
  /** The lowest level of log messages. */
  level: string;
  /** Requests to the client that have no answer yet, by id. */
  readonly asked: Map<
    string,
    { resolve: (value: JsonObject) => void; reject: (error: Error) => void }
  >;
  /** Calls that can be cancelled, by the id of their request. */
  readonly running: Map<unknown, AbortController>;
  readonly subscribed: Set<unknown>;
  stream: EventStream | undefined;
  end: () => void;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http */
export function createLegacyEndpoint(demo: Demo): LegacyEndpoint {
  const sessions = new Map<string, LegacySession>();
  const tasks = createLegacyTasks(demo);

  const openSession = (params: JsonObject): readonly [id: string, session: LegacySession] => {
    const revision = supported.find((one) => one === params.protocolVersion) ?? "2025-11-25";
    const session: LegacySession = {
      revision,
      capabilities: asJsonObject(params.capabilities) ?? {},
      level: "info",
      asked: new Map(),
      running: new Map(),
      subscribed: new Set(),
      stream: undefined,
      end: demo.state.subscribe((change) => {
        if (change.kind === "tools") notify("notifications/tools/list_changed");
        else if (session.subscribed.has(change.uri)) {
          notify("notifications/resources/updated", { uri: change.uri });
        }
      }),
    };
    const notify = (method: string, params?: JsonObject) =>
      session.stream?.send({ jsonrpc: "2.0", method, ...(params ? { params } : {}) });
    const id = demo.newId();
    sessions.set(id, session);
    return [id, session];
  };

  const handle = (
    session: LegacySession,
    { text }: Posted,
    message: JsonObject,
  ): Promise<Response> => {
    const { id, method: name } = message;
    const method = String(name);
    const params = asJsonObject(message.params) ?? {};
    const control = new AbortController();
    session.running.set(id, control);
    const exchange = createExchange(() => {});
    const progressToken = asJsonObject(params._meta)?.progressToken;

    const ask: AskClient = async (request, meta) => {
      const params = { ...request.params, ...(meta ? { _meta: meta } : {}) };
      const hasParams = Object.keys(params).length > 0;
      const isKnown = request.method !== "elicitation/create" || session.revision >= "2025-06-18";
      if (!isKnown || !canAsk(session.capabilities, request)) {
        throw new RpcError(-32603, `The client does not declare what ${request.method} needs`);
      }
      const askedId = demo.newId();
      const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
      session.asked.set(askedId, { resolve, reject });
      control.signal.addEventListener("abort", () => reject(new RpcError(-32603, "Cancelled")));
      exchange.send({
        jsonrpc: "2.0",
        id: askedId,
        method: request.method,
        ...(hasParams ? { params } : {}),
      });
      return promise;
    };

    /** The id of an URL elicitation by the key of its question. */
    const pages = new Map<string, string>();
    const call = callOf(demo, text, params, {
      signal: control.signal,
      progress(progress, total, words) {
        if (progressToken === undefined) return;
        const params = { progressToken, progress, total, message: words };
        exchange.send({ jsonrpc: "2.0", method: "notifications/progress", params });
      },
      log(level, data) {
        if (!wantsLevel(session.level, level)) return;
        const params = { level, logger: "demo", data };
        exchange.send({ jsonrpc: "2.0", method: "notifications/message", params });
      },
      ask: (key, request) => ask(withPageId(pages, key, request, demo.newId)),
      urlCompleted(key) {
        const elicitationId = pages.get(key);
        const params = { elicitationId };
        exchange.send({ jsonrpc: "2.0", method: "notifications/elicitation/complete", params });
      },
    });

    const work = async (): Promise<JsonObject> => {
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
          return {
            tools: toolsOf(demo, session.revision).map((tool) => described(tool, session.revision)),
          };
        case "tools/call": {
          const tool = toolNamed(demo, session.revision, params.name);
          const task = asJsonObject(params.task);
          if (task && tool.canBeTask) return tasks.start(tool, call, task);
          const { structuredContent, ...result } = await runTool(tool, call);
          const isStructured = structuredContent && session.revision >= "2025-06-18";
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

    void work()
      .then(
        (result) => ({ result }),
        (cause: unknown) => ({ error: errorOf(cause) }),
      )
      .then((outcome) => {
        session.running.delete(id);
        exchange.finish({ jsonrpc: "2.0", id, ...outcome });
      });
    return exchange.response;
  };

  return {
    async post(posted) {
      const message = asJsonObject(posted.message);
      if (message?.jsonrpc !== "2.0") return refused(400, -32600, "Invalid request");
      const { id, method } = message;
      if (method === "initialize") {
        const [sessionId, session] = openSession(asJsonObject(message.params) ?? {});
        const { revision } = session;
        const result = {
          protocolVersion: revision,
          capabilities: capabilitiesAt(revision),
          serverInfo: infoAt(revision),
          instructions,
        };
        return Response.json(
          { jsonrpc: "2.0", id, result },
          { headers: { "mcp-session-id": sessionId } },
        );
      }
      const sessionId = posted.request.headers.get("mcp-session-id");
      if (sessionId === null) return refused(400, -32000, "The header Mcp-Session-Id is missing");
      const session = sessions.get(sessionId);
      if (!session) return refused(404, -32001, "Session not found");
      if (method !== undefined && id !== undefined) return handle(session, posted, message);
      if (method === undefined) settle(session, message);
      else if (method === "notifications/cancelled") {
        session.running.get(asJsonObject(message.params)?.requestId)?.abort();
      }
      return new Response(null, { status: 202 });
    },
    other(request) {
      const id = request.headers.get("mcp-session-id") ?? "";
      const session = sessions.get(id);
      if (!session) return refused(id === "" ? 400 : 404, -32001, "Session not found");
      if (request.method === "DELETE") {
        sessions.delete(id);
        session.end();
        session.stream?.close();
        return new Response(null, { status: 204 });
      }
      if (request.method !== "GET") return new Response(null, { status: 405 });
      session.stream?.close();
      const stream = openEventStream(() => {
        if (session.stream === stream) session.stream = undefined;
      });
      session.stream = stream;
      return stream.response;
    },
  };
}

/** Passes an answer of the client to the request that waits for it. */
function settle({ asked }: LegacySession, { id, result, error }: JsonObject): void {
  const waiting = asked.get(String(id));
  asked.delete(String(id));
  if (error === undefined) waiting?.resolve(asJsonObject(result) ?? {});
  else
    waiting?.reject(
      new RpcError(-32603, `The client refused: ${String(asJsonObject(error)?.message)}`),
    );
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

function described(tool: DemoTool, revision: string): JsonObject {
  const { run: _, since: __, canBeTask, icons, ...definition } = tool;
  if (revision < "2025-06-18") {
    const { title, outputSchema: ___, annotations, ...oldest } = definition;
    return revision < "2025-03-26" ? oldest : { ...oldest, annotations: { title, ...annotations } };
  }
  if (revision < "2025-11-25") return definition;
  return {
    ...definition,
    ...(icons ? { icons } : {}),
    ...(canBeTask ? { execution: { taskSupport: "optional" } } : {}),
  };
}

function capabilitiesAt(revision: string): JsonObject {
  const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
  return {
    tools: { listChanged: true },
    resources: { subscribe: true },
    prompts: {},
    logging: {},
    ...(revision < "2025-03-26" ? {} : { completions: {} }),
    ...(revision < "2025-11-25" ? {} : { tasks }),
  };
}

function infoAt(revision: string): JsonObject {
  const { title, icons, websiteUrl, description, ...info } = serverInfo;
  if (revision < "2025-06-18") return info;
  const titled = { ...info, title };
  return revision < "2025-11-25" ? titled : { ...titled, icons, websiteUrl, description };
}

function refused(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}
