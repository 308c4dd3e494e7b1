/** Servers with one fault, as processes and over HTTP, and what is found about them. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { ExaminationReport, RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { script } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";

/** How a server differs from one without faults. */
export interface Fault {
  readonly tools?: readonly unknown[];
  /** Tools on each page of the list. */
  readonly pageSize?: number;
  /** Statements before it reads, of a process. */
  readonly before?: string;
  /** Methods that it does not answer. */
  readonly silent?: readonly string[];
  /** Answered whatever is offered. */
  readonly revision?: string;
  readonly capabilities?: object;
  readonly documents?: Readonly<Record<string, object>>;
  /** The result of each call. */
  readonly result?: object;
  /** Over HTTP: the status with which a GET is refused; 405 by default. */
  readonly streamStatus?: number;
  /** Over HTTP: the status, without a message, of `server/discover`. */
  readonly discoverStatus?: number;
  /** Over HTTP, where it asks for a sign-in: changes of its metadata and of its authorization server's. */
  readonly signIn?: { readonly resource?: string; readonly service?: object };
}

export const weatherTool = {
  name: "get_weather",
  description: "Weather",
  inputSchema: { type: "object" },
};

export const manyTools = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...weatherTool, name: `tool_${index}` }));

/** The statements that answer a request, of `fault`, as `{ id, method, params }`. */
const answers = (fault: Fault) => `
  const fault = ${JSON.stringify(fault)};
  const tools = fault.tools ?? ${JSON.stringify([weatherTool])};
  const size = fault.pageSize ?? 1000;
  const results = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion: fault.revision ?? protocolVersion,
      capabilities: fault.capabilities ?? { tools: {}, resources: {} },
      serverInfo: { name: "weather", version: "1" },
    }),
    ping: () => ({}),
    "tools/list": ({ cursor = "0" } = {}) => {
      const end = Number(cursor) + size;
      const rest = end < tools.length ? { nextCursor: String(end) } : {};
      return { tools: tools.slice(Number(cursor), end), ...rest };
    },
    "tools/call": () => fault.result ?? { content: [{ type: "text", text: "21 °C" }] },
    "resources/list": () => ({ resources: [] }),
    "resources/templates/list": () => ({ resourceTemplates: [] }),
    "resources/read": ({ uri }) => ({
      contents: [{ uri, mimeType: "text/html;profile=mcp-app", text: "<p>", ...fault.documents?.[uri] }],
    }),
  };
  const answer = ({ id, method, params }) => {
    if (id === undefined || fault.silent?.includes(method)) return undefined;
    const result = results[method]?.(params);
    const error = { code: -32601, message: "Method not found" };
    return { jsonrpc: "2.0", id, ...(result ? { result } : { error }) };
  };`;

/** The arguments that start a server with a fault. */
export function faultyProcess(fault: Fault): readonly string[] {
  const { command, args } = script(`
    import { createInterface } from "node:readline";
    ${fault.before ?? ""}
    ${answers(fault)}
    for await (const line of createInterface(process.stdin)) {
      const answered = answer(JSON.parse(line));
      if (answered) console.log(JSON.stringify(answered));
    }
  `);
  return ["--", command, ...args];
}

/**
 * Starts an HTTP server with a fault.
 * @param onCall called before a call is answered
 * @returns its endpoint
 */
export async function serveFaulty(fault: Fault, onCall = () => {}): Promise<string> {
  const answer = new Function(`${answers(fault)} return answer;`)() as (
    message: unknown,
  ) => unknown;
  const metadata = "/.well-known/oauth-protected-resource/mcp";
  const server = createServer(async (request, response) => {
    const json = (value: unknown) =>
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
    const { signIn, streamStatus = 405, discoverStatus } = fault;
    if (signIn && request.url === metadata) {
      const resource = new URL(signIn.resource ?? "/mcp", origin).href;
      return void json({ resource, authorization_servers: [origin] });
    }
    if (signIn && request.url === "/.well-known/oauth-authorization-server") {
      return void json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        ...signIn.service,
      });
    }
    if (request.url !== "/mcp") return void response.writeHead(404).end();
    if (signIn) {
      const challenge = `Bearer resource_metadata="${origin}${metadata}"`;
      return void response.writeHead(401, { "WWW-Authenticate": challenge }).end();
    }
    if (request.method !== "POST") return void response.writeHead(streamStatus).end();
    const message = JSON.parse(await text(request));
    if (message.method === "tools/call") onCall();
    if (message.method === "server/discover" && discoverStatus !== undefined) {
      return void response.writeHead(discoverStatus).end();
    }
    const answered = answer(message);
    if (answered === undefined) return void response.writeHead(202).end();
    json(answered);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return `${origin}/mcp`;
}

/** The verdicts of a command. */
export async function compatVerdictsOf(
  ...argv: readonly string[]
): Promise<readonly RuleVerdict[]> {
  const { out } = await runCli(...argv);
  return (JSON.parse(out) as ExaminationReport).verdicts;
}
