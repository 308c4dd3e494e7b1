/** Exports the client's requests as TypeScript with the official SDK. */
import type { JsonNode } from "../../core/json/jsonText.ts";
import type { RecordedConnection, Recording } from "../recording.ts";
import { answeredMethods, type ClientAnswers, clientAnswersOf } from "./clientAnswers.ts";
import { type ExportChoice, exportedCalls, type RecordedCall } from "./exchanges.ts";
import { literalOf, typescript } from "./literals.ts";
import { maskedHeadersOf, serverOf, variableOf } from "./snippetServer.ts";

/** Methods of the SDK's client that send one request and take its params. */
const methods: Readonly<Record<string, string>> = {
  "tools/list": "listTools",
  "tools/call": "callTool",
  "resources/list": "listResources",
  "resources/templates/list": "listResourceTemplates",
  "resources/read": "readResource",
  "prompts/list": "listPrompts",
  "prompts/get": "getPrompt",
  "completion/complete": "complete",
  ping: "ping",
};

/** Exports a program that connects and repeats the requests; it prints each result. */
export function exportTypeScript(recording: Recording, choice: ExportChoice = {}): string {
  const calls = exportedCalls(recording, choice).filter(({ method }) =>
    Object.hasOwn(methods, method),
  );
  const server = serverOf(recording, calls);
  const isHttp = server.kind === "http";
  const { capabilities, answers } = clientAnswersOf(recording, calls);
  const declared =
    capabilities === undefined ? "" : `, { capabilities: ${literalOf(capabilities, typescript)} }`;
  return [
    'import { Client } from "@modelcontextprotocol/client";',
    isHttp
      ? 'import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";'
      : 'import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";',
    "",
    `const client = new Client({ name: "mcp-playground-snippet", version: "1.0.0" }${declared});`,
    ...handlersOf(answers),
    transportOf(server, calls),
    "await client.connect(transport);",
    "",
    ...calls.map((call) => `console.log(JSON.stringify(await ${callOf(call)}));`),
    "",
    "await client.close();",
    "",
  ].join("\n");
}

/** Handlers that give the recorded answers, one after the other. */
function handlersOf(answers: ClientAnswers["answers"]): readonly string[] {
  if (answers.size === 0) return [];
  const handlers = [...answers].map(([method, recorded]) => {
    const items = recorded.map(({ kind, value }) => `{ ${kind}: ${literalOf(value, typescript)} }`);
    const name = `${answeredMethods[method]}Answers`;
    return [
      `const ${name}: any[] = [${items.join(", ")}];`,
      `client.setRequestHandler("${method}", async () => next(${name}));`,
    ];
  });
  return [
    "",
    "function next(answers: any[]): any {",
    '  const { result, error } = answers.shift() ?? { error: { code: -32603, message: "No recorded answer is left" } };',
    "  if (error) throw Object.assign(new Error(error.message), error);",
    "  return result;",
    "}",
    ...handlers.flat(),
    "",
  ];
}

function transportOf(server: RecordedConnection["server"], calls: readonly RecordedCall[]): string {
  if (server.kind === "http") {
    const headers = maskedHeadersOf(calls).map(
      (name) => `${JSON.stringify(name)}: process.env.${variableOf(name)} ?? ""`,
    );
    const options =
      headers.length > 0 ? `, { requestInit: { headers: { ${headers.join(", ")} } } }` : "";
    return `const transport = new StreamableHTTPClientTransport(new URL(${JSON.stringify(server.url)})${options});`;
  }
  const env = (server.environmentNames ?? []).map(
    (name) => `${JSON.stringify(name)}: process.env[${JSON.stringify(name)}] ?? ""`,
  );
  const options = [
    `command: ${JSON.stringify(server.command)}`,
    `args: ${JSON.stringify(server.args)}`,
    ...(server.cwd === undefined ? [] : [`cwd: ${JSON.stringify(server.cwd)}`]),
    ...(env.length > 0 ? [`env: { ${env.join(", ")} }`] : []),
  ];
  return `const transport = new StdioClientTransport({ ${options.join(", ")} });`;
}

function callOf({ method, params }: RecordedCall): string {
  return `client.${methods[method]}(${method === "ping" || !params ? "" : literalOf(withoutMeta(params), typescript)})`;
}

/** The SDK adds its own metadata. */
function withoutMeta(params: JsonNode): JsonNode {
  if (params.kind !== "object") return params;
  return { ...params, members: params.members.filter(({ key }) => key !== "_meta") };
}
