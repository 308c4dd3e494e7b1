/** The demo server of the modern era: stateless requests, input in rounds, tasks as an extension. */
import { getOwn } from "../core/json/getOwn.ts";
import { asJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { decodeHeaderValue, standardHeaders } from "../protocol/mcpHeaders.ts";
import { modernErrors } from "../protocol/revisions.ts";
import type { Demo, Posted } from "./demo.ts";
import {
  answer,
  callOf,
  canAsk,
  capabilityOf,
  instructions,
  runTool,
  serverInfo,
  toolNamed,
  toolsOf,
  wantsLevel,
} from "./demoMethods.ts";
import { createModernTasks, detailed, tasksExtension } from "./modernTasks.ts";
import {
  type DemoTool,
  demoError,
  type InputRequest,
  methodNotFound,
  RpcError,
} from "./protocol.ts";
import { createRounds, InputNeeded } from "./rounds.ts";
import { createExchange, openDemoStream } from "./stream.ts";

interface ModernEndpoint {
  /** Whether a message belongs to this era. */
  isFor(message: unknown): boolean;
  post(posted: Posted): Promise<Response>;
}

const revision = "2026-07-28";
const metaKey = (name: string) => `io.modelcontextprotocol/${name}`;
const cache = { ttlMs: 0, cacheScope: "private" };
const cached = [
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
];

/** A request that is being answered. */
interface Work {
  /** The whole request as JSON text. */
  readonly text: string;
  readonly method: string;
  readonly params: JsonObject;
  /** Sends a message before the response. */
  readonly send: (message: object) => void;
  readonly signal: AbortSignal;
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http */
export function createModernEndpoint(demo: Demo): ModernEndpoint {
  const rounds = createRounds(demo.newId);
  const tasks = createModernTasks(demo);

  const callTool = async (tool: DemoTool, work: Work): Promise<JsonObject> => {
    const { text, params, send, signal } = work;
    const meta = asJsonObject(params._meta) ?? {};
    const capabilities = asJsonObject(meta[metaKey("clientCapabilities")]) ?? {};
    const { progressToken } = meta;
    const round = rounds.resume(params);
    const needs = (request: InputRequest) => {
      if (canAsk(capabilities, request)) return;
      throw missing({ [capabilityOf[request.method]]: {} });
    };
    const call = callOf(demo, text, params, {
      signal,
      progress(progress, total, message) {
        if (progressToken === undefined) return;
        const params = { progressToken, progress, total, message };
        send({ jsonrpc: "2.0", method: "notifications/progress", params });
      },
      log(level, data) {
        if (!wantsLevel(meta[metaKey("logLevel")], level)) return false;
        const params = { level, logger: "demo", data };
        send({ jsonrpc: "2.0", method: "notifications/message", params });
        return true;
      },
      async ask(key, request) {
        needs(request);
        return round.answerTo(key, request);
      },
      urlCompleted() {},
    });
    const hasTasks = getOwn(capabilities.extensions, tasksExtension) !== undefined;
    if (tool.canBeTask && hasTasks) return tasks.start(tool, call, needs);
    try {
      return { ...(await runTool(tool, call)) };
    } catch (cause) {
      if (cause instanceof InputNeeded) return round.ask(cause);
      throw cause;
    }
  };

  const resultOf = async (work: Work): Promise<JsonObject> => {
    const { method, params } = work;
    switch (method) {
      case "server/discover":
        return {
          supportedVersions: [revision],
          capabilities,
          instructions,
          _meta: { [metaKey("serverInfo")]: serverInfo },
        };
      case "tools/list":
        return { tools: toolsOf(demo, revision).map(described) };
      case "tools/call":
        return callTool(toolNamed(demo, revision, params.name), work);
      default: {
        const result = answer(demo, method, params, -32602) ?? tasks.answer(method, params);
        if (!result) throw methodNotFound(method);
        return result;
      }
    }
  };

  return {
    isFor: (message) =>
      getOwn(getOwn(getOwn(message, "params"), "_meta"), metaKey("protocolVersion")) !== undefined,
    async post(posted) {
      const message = asJsonObject(posted.message) ?? {};
      const { id } = message;
      const method = String(message.method);
      const params = asJsonObject(message.params) ?? {};
      if (id === undefined) return new Response(null, { status: 202 });
      const control = new AbortController();
      const stop = () => control.abort();
      posted.request.signal.addEventListener("abort", stop);
      const exchange = createExchange(stop);
      try {
        checkHeaders(posted, params);
        if (method === "subscriptions/listen")
          return listen(demo, id, params, posted.request.signal);
      } catch (cause) {
        return failed(id, cause);
      }
      const { text } = posted;
      const { signal } = control;
      void resultOf({ text, method, params, send: exchange.send, signal }).then(
        (result) => {
          const hints = cached.includes(method) ? cache : {};
          exchange.finish({
            jsonrpc: "2.0",
            id,
            result: { resultType: "complete", ...hints, ...result },
          });
        },
        (cause: unknown) => {
          const status = cause instanceof RpcError ? cause.status : 200;
          exchange.finish({ jsonrpc: "2.0", id, error: demoError(cause) }, status);
        },
      );
      return exchange.response;
    },
  };
}

const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true },
  prompts: {},
  logging: {},
  completions: {},
  extensions: { [tasksExtension]: {} },
};

const described = ({ run: _, since: __, canBeTask: ___, ...definition }: DemoTool): JsonObject =>
  definition;

const missing = (requiredCapabilities: JsonObject) =>
  new RpcError(modernErrors.missingCapability, "Missing required client capability", {
    status: 400,
    data: { requiredCapabilities },
  });

function failed(id: unknown, cause: unknown): Response {
  const status = cause instanceof RpcError ? cause.status : 200;
  return Response.json({ jsonrpc: "2.0", id, error: demoError(cause) }, { status });
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions */
function listen(
  { state, tasks }: Demo,
  id: unknown,
  params: JsonObject,
  gone: AbortSignal,
): Response {
  const wanted = asJsonObject(params.notifications) ?? {};
  const uris = Array.isArray(wanted.resourceSubscriptions)
    ? wanted.resourceSubscriptions
    : undefined;
  const taskIds = Array.isArray(wanted.taskIds) ? wanted.taskIds : undefined;
  const stopAll = () => {
    stopChanges();
    stopTasks();
  };
  const stream = openDemoStream(stopAll);
  const notify = (method: string, params: JsonObject = {}) => {
    const _meta = { [metaKey("subscriptionId")]: id };
    stream.send({ jsonrpc: "2.0", method, params: { ...params, _meta } });
  };
  const stopChanges = state.subscribe((change) => {
    if (change.kind === "tools") {
      if (wanted.toolsListChanged === true) notify("notifications/tools/list_changed");
    } else if (uris?.includes(change.uri)) {
      notify("notifications/resources/updated", { uri: change.uri });
    }
  });
  const stopTasks = tasks.subscribe((task) => {
    if (taskIds?.includes(task.id)) notify("notifications/tasks", detailed(task));
  });
  gone.addEventListener("abort", stopAll);
  notify("notifications/subscriptions/acknowledged", {
    notifications: {
      ...(wanted.toolsListChanged === true ? { toolsListChanged: true } : {}),
      ...(uris ? { resourceSubscriptions: uris } : {}),
      ...(taskIds ? { taskIds } : {}),
    },
  });
  return stream.response;
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation */
function checkHeaders({ request, message }: Posted, { _meta }: JsonObject): void {
  const requested = getOwn(_meta, metaKey("protocolVersion"));
  if (requested !== revision) {
    const data = { supported: [revision], requested };
    throw new RpcError(modernErrors.unsupportedVersion, "Unsupported protocol version", {
      status: 400,
      data,
    });
  }
  for (const [name, value] of standardHeaders(message)) {
    const sent = request.headers.get(name);
    if (sent !== null && decodeHeaderValue(sent) === decodeHeaderValue(value)) continue;
    throw new RpcError(modernErrors.headerMismatch, `${name} does not match the message`, {
      status: 400,
    });
  }
}
