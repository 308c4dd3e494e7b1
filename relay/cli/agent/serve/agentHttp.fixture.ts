/** Starts `mcp-playground mcp --http` as a process, and reads what it prints to be copied. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { latest } from "../../../../shared/protocol/revisions.ts";
import { until } from "../../../relay.fixture.ts";

/** @param argv the arguments after `mcp --http` */
export async function launchAgentHttp(...argv: readonly string[]) {
  const program = join(import.meta.dirname, "..", "..", "main.ts");
  const agent = spawn(process.execPath, [program, "mcp", "--http", ...argv], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void agent.kill("SIGKILL"));
  let printed = "";
  agent.stderr.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  const [configuration = ""] = await until(() => /^\{\n.*^\}/ms.exec(printed) ?? undefined);
  const { url, headers } = JSON.parse(configuration).mcpServers.playground as {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  };

  return {
    agent,
    url,
    headers,
    printed: () => printed,
    /** Ends it by a signal. @returns the exit code */
    async end(signal: NodeJS.Signals = "SIGTERM") {
      const ended = once(agent, "exit");
      agent.kill(signal);
      const [code] = await ended;
      return code as number | null;
    },
    /** A client of the official SDK. @param choose what the person chooses, where it can ask */
    async connect(isModern: boolean, choose?: (message: string) => string) {
      const client = new Client(
        { name: "agent", version: "1" },
        {
          ...(choose && { capabilities: { elicitation: { form: {} } } }),
          ...(isModern && { versionNegotiation: { mode: { pin: latest.modern } } }),
        },
      );
      if (choose) {
        client.setRequestHandler("elicitation/create", async ({ params }) => {
          return { action: "accept", content: { answer: choose(params.message) } };
        });
      }
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { ...headers } },
      });
      await client.connect(transport);
      const use = async (name: string, args: JsonObject = {}, signal?: AbortSignal) => {
        const options = { timeout: 60_000, ...(signal && { signal }) };
        const result = await client.callTool({ name, arguments: args }, options);
        return result.structuredContent as JsonObject;
      };
      return { client, transport, use };
    },
  };
}
