/** Answers requests of both eras and runs tools; an era says only in what it differs. */
import { type Clock, sleep } from "../core/clock.ts";
import { asJsonObject, type JsonObject, membersOf } from "../core/json/jsonObject.ts";
import { textAt } from "../core/json/textAt.ts";
import { logSeverity } from "../protocol/logLevels.ts";
import { appTools } from "./apps/appTools.ts";
import { icon } from "./assets.ts";
import type { Demo } from "./demo.ts";
import type { TaskRun } from "./demoTasks.ts";
import {
  type DemoTool,
  type InputRequest,
  invalidParams,
  RpcError,
  type ToolCall,
  type ToolResult,
} from "./protocol.ts";
import {
  complete,
  getPrompt,
  listPrompts,
  listResources,
  listTemplates,
  readResource,
} from "./resources.ts";
import { answerSkills } from "./skills.ts";
import { askingTools } from "./tools/asking.ts";
import { contentTools } from "./tools/contents.ts";
import { runningTools } from "./tools/running.ts";
import { shapeTools } from "./tools/shapes.ts";

export const serverInfo = {
  name: "demo-server",
  title: "Demo server",
  version: "1.0.0",
  description: "Shows every feature of the protocol, inside this page.",
  websiteUrl: "https://modelcontextprotocol.io",
  icons: icon('<circle cx="12" cy="12" r="9"/><path d="M8.5 15.5v-7l3.5 4 3.5-4v7"/>', "#2563eb"),
};

export const instructions = `This server runs **inside the page**: nothing leaves your browser.

- \`echo\` and \`order_pizza\` show forms, \`write_report\` and \`list_orders\` results.
- \`ask_model\`, \`ask_person\` and \`open_page\` ask you something during a call.
- \`show_steps\` and \`try_app\` open apps.
- The skill \`order-report\` says how to report about orders.
- \`count_slowly\` reports progress, \`bake_cake\` runs as a task.`;

/** The tools at this moment, of those that a revision can describe and the client can show. */
function toolsOf(
  { state }: Demo,
  { revision, clientCapabilities }: EraRequest,
): readonly DemoTool[] {
  const all = [
    ...shapeTools,
    ...contentTools,
    ...runningTools(state),
    ...askingTools,
    ...appTools(clientCapabilities),
  ];
  return all.filter(({ since }) => since === undefined || since <= revision);
}

/**
 * Answers a method that neither asks nor notifies.
 * @param notFound the error code of an unknown resource, which depends on the era
 * @returns undefined for any other method
 */
function answer(
  demo: Demo,
  method: string,
  params: JsonObject,
  notFound: number,
): JsonObject | undefined {
  switch (method) {
    case "resources/list":
      return listResources(params.cursor);
    case "resources/templates/list":
      return listTemplates();
    case "resources/read":
      return readResource(params.uri, demo.state, notFound);
    case "prompts/list":
      return listPrompts();
    case "prompts/get":
      return getPrompt(params.name, params.arguments);
    case "completion/complete":
      return complete(params);
    default:
      return undefined;
  }
}

/** A request, and what depends on the era of its protocol revision. */
export interface EraRequest {
  readonly revision: string;
  readonly clientCapabilities: JsonObject;
  /** The whole request as JSON text. */
  readonly text: string;
  readonly method: string;
  readonly params: JsonObject;
  readonly signal: AbortSignal;
  /** Sends a message before the response. */
  readonly send: (message: object) => void;
  /** The lowest level of log messages that the client wants. */
  readonly level: () => unknown;
  /** The error code of an unknown resource. */
  readonly notFound: number;
  readonly ask: ToolCall["ask"];
  readonly urlCompleted: ToolCall["urlCompleted"];
  /** Runs a call as a task, and returns the result that announces it; undefined if it runs now. */
  readonly asTask: ((run: TaskRun) => JsonObject) | undefined;
  /** Answers a method that only this era has; undefined for any other. */
  answer(): JsonObject | undefined | Promise<JsonObject | undefined>;
}

/** Answers a request of either era. */
export async function answerRequest(demo: Demo, request: EraRequest): Promise<JsonObject> {
  const { revision, method, params } = request;
  if (method === "tools/list") {
    return { tools: toolsOf(demo, request).map((tool) => described(tool, revision)) };
  }
  if (method === "tools/call") {
    const tool = toolsOf(demo, request).find(({ name }) => name === params.name);
    if (!tool) throw invalidParams(`Unknown tool: ${String(params.name)}`);
    const call = callOf(demo, request);
    if (tool.canBeTask && request.asTask) {
      return request.asTask(async ({ signal, ask, report }) =>
        runTool(tool, {
          ...call,
          signal,
          ask,
          progress: (_, __, message) => report(message),
          sleep: sleeper(demo.clock, signal),
          log: () => false,
        }),
      );
    }
    const { structuredContent, ...result } = await runTool(tool, call);
    const isStructured = structuredContent && revision >= "2025-06-18";
    return isStructured ? { ...result, structuredContent } : result;
  }
  const result =
    answer(demo, method, params, request.notFound) ??
    (await answerSkills(method, params)) ??
    (await request.answer());
  if (!result) throw new RpcError(-32601, `Method not found: ${method}`, { status: 404 });
  return result;
}

function callOf(demo: Demo, request: EraRequest): ToolCall {
  const { text, params, signal, send, level: lowest, ask, urlCompleted } = request;
  const notify = (name: string, about: object) =>
    send({ jsonrpc: "2.0", method: `notifications/${name}`, params: about });
  const progressToken = membersOf(params._meta).progressToken;
  return {
    ask,
    urlCompleted,
    signal,
    args: membersOf(params.arguments),
    argumentText: (name) => textAt(text, ["params", "arguments", name]),
    date: demo.date,
    sleep: sleeper(demo.clock, signal),
    progress(progress, total, message) {
      if (progressToken === undefined) return;
      notify("progress", { progressToken, progress, total, message });
    },
    log(level, data) {
      const least = logSeverity(String(lowest()));
      const isWanted = least >= 0 && logSeverity(level) >= least;
      if (isWanted) notify("message", { level, logger: "demo", data });
      return isWanted;
    },
  };
}

/** Waits until a call is cancelled. */
function sleeper(clock: Clock, signal: AbortSignal): ToolCall["sleep"] {
  return async (ms) => {
    if (!(await sleep(clock, ms, signal))) throw new RpcError(-32603, "Cancelled");
  };
}

/** Runs a tool; checks that required arguments are present. */
async function runTool(tool: DemoTool, call: ToolCall): Promise<ToolResult> {
  const required = (tool.inputSchema.required ?? []) as readonly string[];
  const missing = required.filter((name) => !Object.hasOwn(call.args, name));
  if (missing.length > 0) {
    const words = `Missing arguments: ${missing.join(", ")}`;
    return { content: [{ type: "text", text: words }], isError: true };
  }
  return tool.run(call);
}

/** A tool without the members that the revision does not define. */
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
    // later, the server decides which calls are tasks
    ...(canBeTask && revision === "2025-11-25" ? { execution: { taskSupport: "optional" } } : {}),
  };
}

/** Whether a client that declared these capabilities can answer a request. */
export function canAsk(capabilities: JsonObject, { method, params = {} }: InputRequest): boolean {
  const declared = asJsonObject(capabilities[capabilityOf[method]]);
  if (!declared || method !== "elicitation/create") return declared !== undefined;
  if (params.mode === "url") return declared.url !== undefined;
  // an empty object means forms
  return declared.form !== undefined || Object.keys(declared).length === 0;
}

export const capabilityOf: Readonly<Record<InputRequest["method"], string>> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
};
