/** Answers the methods that are the same in every era, and runs tools. */
import { type Clock, sleep } from "../core/clock.ts";
import { asJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { textAt } from "../core/json/textAt.ts";
import { logSeverity } from "../protocol/logLevels.ts";
import { icon } from "./assets.ts";
import type { Demo } from "./demo.ts";
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
- \`count_slowly\` reports progress, \`bake_cake\` runs as a task.`;

/** The tools at this moment, of those that a revision can describe. */
export function toolsOf({ state }: Demo, revision: string): readonly DemoTool[] {
  const all = [...shapeTools, ...contentTools, ...runningTools(state), ...askingTools];
  return all.filter(({ since }) => since === undefined || since <= revision);
}

/** @throws {RpcError} when there is no such tool */
export function toolNamed(demo: Demo, revision: string, name: unknown): DemoTool {
  const tool = toolsOf(demo, revision).find((one) => one.name === name);
  if (!tool) throw invalidParams(`Unknown tool: ${String(name)}`);
  return tool;
}

/**
 * Answers a method that neither asks nor notifies.
 * @param notFound the error code of an unknown resource, which depends on the era
 * @returns undefined for any other method
 */
export function answer(
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

/** The call that a tool sees, but for what depends on the era. */
export function callOf(
  demo: Demo,
  text: string,
  params: JsonObject,
  own: Pick<ToolCall, "signal" | "progress" | "log" | "ask" | "urlCompleted">,
): ToolCall {
  return {
    ...own,
    args: asJsonObject(params.arguments) ?? {},
    argumentText: (name) => textAt(text, ["params", "arguments", name]),
    date: demo.date,
    sleep: sleeper(demo.clock, own.signal),
  };
}

/** Waits until a call is cancelled. */
export function sleeper(clock: Clock, signal: AbortSignal): ToolCall["sleep"] {
  return async (ms) => {
    if (!(await sleep(clock, ms, signal))) throw new RpcError(-32603, "Cancelled");
  };
}

/** Runs a tool; checks that required arguments are present. */
export async function runTool(tool: DemoTool, call: ToolCall): Promise<ToolResult> {
  const required = (tool.inputSchema.required ?? []) as readonly string[];
  const missing = required.filter((name) => !Object.hasOwn(call.args, name));
  if (missing.length > 0) {
    const words = `Missing arguments: ${missing.join(", ")}`;
    return { content: [{ type: "text", text: words }], isError: true };
  }
  return tool.run(call);
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

/** Whether a client that chose a lowest level wants messages of a level. */
export function wantsLevel(lowest: unknown, level: string): boolean {
  const at = (name: unknown) => logSeverity(String(name));
  return at(lowest) >= 0 && at(level) >= at(lowest);
}
