/** Runs `mcp-playground mcp` in the process of a test, with a client of the official SDK. */
import { PassThrough } from "node:stream";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { readArguments } from "../arguments/readArguments.ts";
import type { ExitCode } from "../exitCode.ts";
import { createTerminal } from "../terminal.ts";
import { serveAgent } from "./serve/serveAgent.ts";

export interface Answered {
  readonly value: JsonObject;
  /** The same as text. */
  readonly text: string;
  readonly isError: boolean;
}

export interface StartedAgent {
  use(tool: string, args?: JsonObject): Promise<Answered>;
  readonly client: Client;
  /** What the person was asked. */
  readonly questions: readonly string[];
  /** Closes standard input, as a client that ends does. */
  leave(): Promise<ExitCode | undefined>;
}

interface AgentOptions {
  /** What the person chooses; without it, the client cannot ask. */
  readonly choose?: (message: string, choices: readonly string[]) => string | Promise<string>;
  /** The revision; the newest of the legacy era by default. */
  readonly revision?: string;
  /** That of the test, for one that runs beside others. */
  readonly finished?: typeof onTestFinished;
  readonly maxLogBytes?: number;
}

/** @param argv the arguments after `mcp` */
export async function startAgent(
  argv: readonly string[],
  { choose, revision, finished = onTestFinished, maxLogBytes }: AgentOptions = {},
): Promise<StartedAgent> {
  const wanted = readArguments(["mcp", ...argv]);
  if (wanted.kind !== "mcp") throw new Error("These are no arguments of mcp");
  const [input, output] = [new PassThrough(), new PassThrough()];
  const nowhere = new PassThrough().resume();
  const terminal = createTerminal({ stdout: nowhere, stderr: nowhere });
  const served = serveAgent(wanted, terminal, { input, output }, maxLogBytes);
  const questions: string[] = [];
  const client = new Client(
    { name: "agent", version: "1" },
    {
      ...(choose && { capabilities: { elicitation: { form: {} } } }),
      ...(revision !== undefined && { versionNegotiation: { mode: { pin: revision } } }),
    },
  );
  if (choose) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const { message } = params;
      const schema = getOwn(params, "requestedSchema");
      const choices = getOwn(getOwn(getOwn(schema, "properties"), "answer"), "enum");
      questions.push(message);
      const answer = await choose(message, choices as string[]);
      return { action: "accept", content: { answer } };
    });
  }
  const leave = () => {
    input.end();
    return served;
  };
  finished(async () => void (await leave()));
  await client.connect(transportOver(input, output));
  return {
    client,
    questions,
    leave,
    async use(name, args = {}) {
      const result = await client.callTool({ name, arguments: args }, { timeout: 120_000 });
      const { content, structuredContent, isError = false } = result;
      const [first] = content as { text: string }[];
      return { value: structuredContent as JsonObject, text: first?.text ?? "", isError };
    },
  };
}

/** The streams as the transport of a client. */
function transportOver(input: PassThrough, output: PassThrough): Transport {
  const transport: Transport = {
    async start() {
      let text = "";
      output.setEncoding("utf8").on("data", (chunk) => {
        const lines = (text + chunk).split("\n");
        text = lines.pop() ?? "";
        for (const line of lines) transport.onmessage?.(JSON.parse(line));
      });
    },
    async send(message) {
      input.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      transport.onclose?.();
    },
  };
  return transport;
}

/** All texts of an answer that are not in a member `fromServer`. */
export function ownTexts(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .filter(([name]) => name !== "fromServer")
    .map(([name, member]) => `${Array.isArray(value) ? "" : name} ${ownTexts(member)}`)
    .join("\n");
}
