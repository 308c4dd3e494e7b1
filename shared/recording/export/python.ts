/** Exports the client's requests as Python with the official SDK. */
import type { JsonNode } from "../../core/json/jsonText.ts";
import type { Recording, SharedServer } from "../recording.ts";
import {
  type AnsweredMethod,
  answeredMethods,
  type ClientAnswers,
  clientAnswersOf,
} from "./clientAnswers.ts";
import { type ExportChoice, exportedCalls, memberOf, type RecordedCall } from "./exchanges.ts";
import { literalOf, python } from "./literals.ts";
import { maskedHeadersOf, serverOf, variableOf } from "./snippetServer.ts";

/** Methods of the SDK's session, and the params that they take by position. */
const methods: Readonly<Record<string, readonly [name: string, ...params: string[]]>> = {
  "tools/list": ["list_tools"],
  "tools/call": ["call_tool", "name", "arguments"],
  "resources/list": ["list_resources"],
  "resources/templates/list": ["list_resource_templates"],
  "resources/read": ["read_resource", "uri"],
  "prompts/list": ["list_prompts"],
  "prompts/get": ["get_prompt", "name", "arguments"],
  ping: ["send_ping"],
};

/** Exports a program that connects and repeats the requests; it prints each result. */
export function exportPython(recording: Recording, choice: ExportChoice = {}): string {
  const calls = exportedCalls(recording, choice).filter(({ method }) =>
    Object.hasOwn(methods, method),
  );
  const server = serverOf(recording, calls);
  const callbacks = callbacksOf(clientAnswersOf(recording, calls));
  const open =
    server.kind === "http"
      ? `streamablehttp_client(${python.string(server.url)}${headersOf(calls)}) as (read, write, _)`
      : `stdio_client(${parametersOf(server)}) as (read, write)`;
  return [
    "import asyncio",
    "import os",
    "",
    "from mcp import ClientSession, StdioServerParameters, types",
    "from mcp.client.stdio import stdio_client",
    "from mcp.client.streamable_http import streamablehttp_client",
    "",
    "",
    ...callbacks.flatMap(({ lines }) => lines),
    "async def main():",
    `    async with ${open}:`,
    `        async with ClientSession(read, write${callbacks.map(({ name }) => `, ${name}=${name}`).join("")}) as session:`,
    "            await session.initialize()",
    ...calls.map((call) => `            print(await session.${callOf(call)})`),
    "",
    "",
    "asyncio.run(main())",
    "",
  ].join("\n");
}

/** The callbacks of the SDK, which declare a capability; with the type of their results. */
const callbackTypes: Readonly<
  Record<AnsweredMethod, readonly [name: string, parameters: string, type: string]>
> = {
  "sampling/createMessage": ["sampling_callback", "context, params", "CreateMessageResult"],
  "elicitation/create": ["elicitation_callback", "context, params", "ElicitResult"],
  "roots/list": ["list_roots_callback", "context", "ListRootsResult"],
};

/** Callbacks that give the recorded answers, one after the other, for each declared capability. */
function callbacksOf({ capabilities, answers }: ClientAnswers) {
  const declared = (Object.keys(callbackTypes) as AnsweredMethod[]).filter(
    (method) => memberOf(capabilities, answeredMethods[method]) !== undefined,
  );
  return declared.map((method, index) => {
    const [name, parameters, type] = callbackTypes[method];
    const recorded = (answers.get(method) ?? []).map(
      ({ kind, value }) => `{"${kind}": ${literalOf(value, python)}}`,
    );
    const list = `${answeredMethods[method]}_answers`;
    const lines = [
      ...(index === 0 ? nextAnswer : []),
      `${list} = [${recorded.join(", ")}]`,
      "",
      "",
      `async def ${name}(${parameters}):`,
      `    return next_answer(${list}, types.${type})`,
      "",
      "",
    ];
    return { name, lines };
  });
}

const nextAnswer = [
  "def next_answer(answers, kind):",
  '    left = {"error": {"code": -32603, "message": "No recorded answer is left"}}',
  "    answer = answers.pop(0) if answers else left",
  '    if "error" in answer:',
  '        return types.ErrorData.model_validate(answer["error"])',
  '    return kind.model_validate(answer["result"])',
  "",
  "",
];

function headersOf(calls: readonly RecordedCall[]): string {
  const headers = maskedHeadersOf(calls).map(
    (name) => `${python.string(name)}: os.environ.get(${python.string(variableOf(name))}, "")`,
  );
  return headers.length > 0 ? `, headers={${headers.join(", ")}}` : "";
}

function parametersOf(server: Extract<SharedServer, { kind: "stdio" }>): string {
  const env = (server.environmentNames ?? []).map(
    (name) => `${python.string(name)}: os.environ.get(${python.string(name)}, "")`,
  );
  return `StdioServerParameters(${[
    `command=${python.string(server.command)}`,
    `args=[${server.args.map(python.string).join(", ")}]`,
    ...(server.cwd === undefined ? [] : [`cwd=${python.string(server.cwd)}`]),
    ...(env.length > 0 ? [`env={${env.join(", ")}}`] : []),
  ].join(", ")})`;
}

function callOf({ method, params }: RecordedCall): string {
  const [name = "", ...positions] = methods[method] ?? [];
  const members = params?.kind === "object" ? params.members : [];
  const values = positions.flatMap((position): JsonNode[] => {
    const member = members.find(({ key }) => key === position);
    return member ? [member.value] : [];
  });
  return `${name}(${values.map((value) => literalOf(value, python)).join(", ")})`;
}
