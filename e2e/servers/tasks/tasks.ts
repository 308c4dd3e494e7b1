/** A 2026-07-28 server whose tools become tasks and that enforces every client rule of the extension. */
import { decodeHeaderValue } from "../../../shared/protocol/mcpHeaders.ts";
import { serveHandler } from "../serveHandler.ts";
import { askFor, jobs } from "./taskJobs.ts";
import { createTaskStore, type TaskSettings } from "./taskStore.ts";

const revision = "2026-07-28";
const extension = "io.modelcontextprotocol/tasks";
const metaOf = "io.modelcontextprotocol/";
const tasksRequired = { requiredCapabilities: { extensions: { [extension]: {} } } };

type Members = Readonly<Record<string, unknown>>;

/** A received request, accepted or not. */
export interface TaskServerRequest {
  readonly method: string;
  readonly params: Members;
  /** Milliseconds, on a monotonic clock. */
  readonly at: number;
}

export interface TasksServer {
  readonly url: string;
  /** Every received request. */
  readonly received: readonly TaskServerRequest[];
  /** Terminates every connection. */
  cut(): void;
  close(): Promise<void>;
}

class Refusal extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;
  constructor(code: number, message: string, status = 200, data?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/**
 * Starts it. Tools: those of `jobs`, `at-once` which creates no task, and `ask-first` which asks
 * for a
 * name before it creates one.
 */
export async function startTasksServer(settings: TaskSettings): Promise<TasksServer> {
  const store = createTaskStore(settings);
  const received: TaskServerRequest[] = [];

  const answer = (method: string, params: Members, id: unknown, request: Request): Response => {
    switch (method) {
      case "server/discover":
        return result(id, {
          supportedVersions: [revision],
          capabilities: { tools: {}, extensions: { [extension]: {} } },
          ttlMs: 0,
          cacheScope: "private",
          _meta: { [`${metaOf}serverInfo`]: { name: "tasks-server", version: "1.0.0" } },
        });
      case "tools/list":
        return result(id, { tools, ttlMs: 0, cacheScope: "private" });
      case "tools/call":
        return result(id, callTool(params));
      case "tasks/get":
        return result(id, { ...taskOf(params).detailed() });
      case "tasks/update":
        taskOf(params).update((params.inputResponses ?? {}) as Members);
        return result(id, {});
      case "tasks/cancel":
        taskOf(params).cancel();
        return result(id, {});
      case "subscriptions/listen":
        return listen(id, params, request.signal);
      default:
        throw new Refusal(-32601, `Method not found: ${method}`, 404);
    }
  };

  const callTool = ({ name, arguments: args = {}, inputResponses, _meta }: Members): Members => {
    if (name === "at-once") return { content: [{ type: "text", text: "At once" }] };
    if (name === "ask-first" && inputResponses === undefined) {
      return { resultType: "input_required", inputRequests: { name: askFor("name") } };
    }
    const job = name === "ask-first" ? jobs.count : jobs[String(name)];
    if (!job) throw new Refusal(-32602, `Unknown tool: ${name}`);
    requireTasks(_meta);
    return { resultType: "task", ...store.start(job, args as Members).announced() };
  };

  const taskOf = ({ taskId, _meta }: Members) => {
    requireTasks(_meta);
    const task = store.find(taskId);
    if (!task) throw new Refusal(-32602, "Failed to retrieve task: Task not found");
    return task;
  };

  const listen = (id: unknown, { notifications, _meta }: Members, gone: AbortSignal): Response => {
    const { taskIds } = notifications as { taskIds?: readonly string[] };
    if (taskIds) requireTasks(_meta);
    const encoder = new TextEncoder();
    const subscription = { _meta: { [`${metaOf}subscriptionId`]: id } };
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const notify = (method: string, params: object) => {
          const message = { jsonrpc: "2.0", method, params: { ...params, ...subscription } };
          controller.enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`));
        };
        notify("notifications/subscriptions/acknowledged", {
          notifications: taskIds ? { taskIds } : {},
        });
        const stop = store.subscribe((task) => {
          if (taskIds?.includes(task.taskId)) notify("notifications/tasks", task);
        });
        gone.addEventListener("abort", stop);
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };

  const server = await serveHandler(async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const message = (await request.json()) as Members;
    const { id, method } = message;
    const params = (message.params ?? {}) as Members;
    received.push({ method: String(method), params, at: performance.now() });
    try {
      checkHeaders(request.headers, String(method), params);
      return answer(String(method), params, id, request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, data, status } = error;
      return Response.json({ jsonrpc: "2.0", id, error: { code, message, data } }, { status });
    }
  });
  return {
    url: `${server.url}/mcp`,
    received,
    cut: server.cut,
    async close() {
      store.close();
      await server.close();
    },
  };
}

const tools = [...Object.keys(jobs), "at-once", "ask-first"].map((name) => ({
  name,
  description: jobs[name]?.description ?? name,
  inputSchema: { type: "object" },
}));

function result(id: unknown, value: object): Response {
  return Response.json({ jsonrpc: "2.0", id, result: { resultType: "complete", ...value } });
}

function requireTasks(meta: unknown) {
  const capabilities = (meta as Members)[`${metaOf}clientCapabilities`] as
    | { extensions?: Members }
    | undefined;
  if (capabilities?.extensions?.[extension] === undefined) {
    throw new Refusal(-32021, "Missing required client capability", 400, tasksRequired);
  }
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation */
function checkHeaders(headers: Headers, method: string, params: Members) {
  const meta = (params._meta ?? {}) as Members;
  const version = meta[`${metaOf}protocolVersion`];
  if (version !== revision) {
    const data = { supported: [revision], requested: version ?? "" };
    throw new Refusal(-32022, "Unsupported protocol version", 400, data);
  }
  const name = method.startsWith("tasks/") ? params.taskId : params.name;
  const expected = { "MCP-Protocol-Version": version, "Mcp-Method": method, "Mcp-Name": name };
  for (const [header, value] of Object.entries(expected)) {
    const sent = headers.get(header);
    if ((sent === null ? undefined : decodeHeaderValue(sent)) !== value) {
      throw new Refusal(-32020, `${header} does not say ${value}`, 400);
    }
  }
}
