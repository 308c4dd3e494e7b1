/** How each client is made to use the probe: a program of its own library, or its command line. */

/** What a client is given to connect with. */
export interface Connection {
  /** The words that start the tap, for pipes. */
  readonly command: readonly string[];
  /** The address of the tap, for HTTP. */
  readonly url: string;
  /** The folder in which `npm install` was run. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
}

export interface Driver {
  /** The id of its profile. */
  readonly client: string;
  readonly package: string;
  readonly transport: "stdio" | "http";
  /** Whether the server has only the older transport, with an endpoint event. */
  readonly refusesPost?: true;
  /** Files in the user's folder, by their paths. */
  readonly files?: (connection: Connection) => Readonly<Record<string, unknown>>;
  /** Commands that run one after the other; their exit codes say nothing. */
  readonly commands: (connection: Connection) => readonly (readonly string[])[];
}

const stdioOptions = ({ command: [program, ...args], variables }: Connection) =>
  JSON.stringify({ command: program, args, env: variables });

const serverJson = (connection: Connection) => ({
  mcpServers: { probe: JSON.parse(stdioOptions(connection)) },
});

const binary = ({ folder }: Connection, name: string) => `${folder}/node_modules/.bin/${name}`;

/** A module that is run in the folder of the packages. */
const program = (text: string): readonly string[] => [
  process.execPath,
  "--input-type=module",
  "--eval",
  text,
];

/** A list that changes meanwhile may be read again. */
const pause = "await new Promise((resolve) => setTimeout(resolve, 1500));";

/** What a client of the official SDK does: lists, calls, listens to changes, waits, and ends. */
const useOfficial = `
const onprogress = () => {};
await client.listTools();
await client.callTool({ name: "probe", arguments: {} }, ...options({ onprogress }));
${pause}
await client.callTool({ name: "wait", arguments: {} }, ...options({})).catch(() => {});
await client.callTool({ name: "forget", arguments: {} });
await client.listTools().catch(() => {});
await client.listTools().catch(() => {});
await client.close();`;

export const drivers: Readonly<Record<string, Driver>> = {
  "typescript-sdk-1-stdio": {
    client: "typescript-sdk-1",
    package: "@modelcontextprotocol/sdk",
    transport: "stdio",
    commands: (connection) => [
      program(`
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const client = new Client({ name: "sdk", version: "1" });
await client.connect(new StdioClientTransport(${stdioOptions(connection)}));
const options = (value) => [undefined, value];${useOfficial}`),
    ],
  },
  "typescript-sdk-1-http": {
    client: "typescript-sdk-1",
    package: "@modelcontextprotocol/sdk",
    transport: "http",
    commands: ({ url }) => [
      program(`
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
const client = new Client({ name: "sdk", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL("${url}")));
const options = (value) => [undefined, value];${useOfficial}`),
    ],
  },
  "typescript-sdk-2-http": {
    client: "typescript-sdk-2",
    package: "@modelcontextprotocol/client",
    transport: "http",
    commands: ({ url }) => [
      program(`
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
const client = new Client({ name: "sdk", version: "2" });
await client.connect(new StreamableHTTPClientTransport(new URL("${url}")));
const options = (value) => [value];${useOfficial}`),
    ],
  },
  inspector: {
    client: "inspector-cli",
    package: "@modelcontextprotocol/inspector",
    transport: "stdio",
    files: (connection) => ({ "servers.json": serverJson(connection) }),
    commands: (connection) => [
      [
        ...[binary(connection, "mcp-inspector"), "--cli", "--config", "servers.json"],
        ...["--server", "probe", "--method", "tools/call", "--tool-name", "probe"],
      ],
    ],
  },
  "mcp-remote": {
    client: "mcp-remote",
    package: "mcp-remote",
    transport: "http",
    commands: (connection) => [
      [binary(connection, "mcp-remote-client"), connection.url, "--allow-http"],
    ],
  },
  "mcp-remote-sse": {
    client: "mcp-remote",
    package: "mcp-remote",
    transport: "http",
    refusesPost: true,
    commands: (connection) => [
      [binary(connection, "mcp-remote-client"), connection.url, "--allow-http"],
    ],
  },
  "ai-sdk": {
    client: "ai-sdk",
    package: "@ai-sdk/mcp",
    transport: "http",
    commands: ({ url }) => [
      program(`
import { createMCPClient } from "@ai-sdk/mcp";
const client = await createMCPClient({ transport: { type: "http", url: "${url}" } });
const tools = await client.tools();
await tools.probe.execute({}, { toolCallId: "1", messages: [] });
${pause}
await client.close();`),
    ],
  },
  langchain: {
    client: "langchain-js",
    package: "@langchain/mcp-adapters",
    transport: "stdio",
    commands: (connection) => [
      program(`
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
const client = new MultiServerMCPClient({ mcpServers: { probe: ${stdioOptions(connection)} } });
const tools = await client.getTools();
await tools.find(({ name }) => name.endsWith("probe")).invoke({});
${pause}
await client.close();`),
    ],
  },
  "openai-agents": {
    client: "openai-agents-js",
    package: "@openai/agents",
    transport: "http",
    commands: ({ url }) => [
      program(`
import { MCPServerStreamableHttp } from "@openai/agents";
const server = new MCPServerStreamableHttp({ url: "${url}", name: "probe" });
await server.connect();
await server.listTools();
await server.callTool("probe", {});
${pause}
await server.close();`),
    ],
  },
  opencode: {
    client: "opencode",
    package: "opencode-ai",
    transport: "http",
    files: ({ url }) => ({
      ".config/opencode/opencode.json": { mcp: { probe: { type: "remote", url } } },
    }),
    commands: (connection) => [[binary(connection, "opencode"), "mcp", "list"]],
  },
  codex: {
    client: "codex",
    package: "@openai/codex",
    transport: "stdio",
    files: (connection) => ({
      ".codex/config.toml": [
        'model_provider = "none"',
        'model = "none"',
        "[model_providers.none]",
        'name = "none"',
        'base_url = "http://127.0.0.1:9"',
        "request_max_retries = 0",
        "stream_max_retries = 0",
        "[mcp_servers.probe]",
        `command = ${JSON.stringify(connection.command[0])}`,
        `args = ${JSON.stringify(connection.command.slice(1))}`,
        "[mcp_servers.probe.env]",
        ...Object.entries(connection.variables).map(([k, value]) => `${k} = "${value}"`),
      ].join("\n"),
    }),
    commands: (connection) => [
      [binary(connection, "codex"), "exec", "--skip-git-repo-check", "Say hello"],
    ],
  },
  "gemini-cli": {
    client: "gemini-cli",
    package: "@google/gemini-cli",
    transport: "stdio",
    files: (connection) => ({
      ".gemini/settings.json": {
        ...serverJson(connection),
        security: { auth: { selectedType: "gemini-api-key" } },
      },
    }),
    commands: (connection) => [
      [binary(connection, "gemini"), "--skip-trust", "--prompt", "Say hello"],
    ],
  },
  "qwen-code": {
    client: "qwen-code",
    package: "@qwen-code/qwen-code",
    transport: "stdio",
    files: (connection) => ({
      ".qwen/settings.json": {
        ...serverJson(connection),
        security: { auth: { selectedType: "openai" } },
        model: { name: "none" },
      },
    }),
    commands: (connection) => [[binary(connection, "qwen"), "--prompt", "Say hello"]],
  },
};
