/** What the tests of the installed package share: a server to use it on, and the page that it serves. */
import type { ChildProcess } from "node:child_process";
import { onTestFinished } from "vitest";
import { until } from "../relay/relay.fixture.ts";

/** The source of a stdio server without packages of its own. */
export const plainServer = `
  process.stdin.setEncoding("utf8").on("data", (text) => {
    for (const line of text.trim().split("\\n")) {
      const { id, method, params } = JSON.parse(line);
      const serverInfo = { name: "plain", version: "1" };
      const about = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo };
      const properties = { a: { type: "number" }, b: { type: "number" } };
      const tools = [
        { name: "echo", inputSchema: { type: "object" } },
        { name: "add", inputSchema: { type: "object", properties } },
      ];
      const sum = () => ({
        content: [{ type: "text", text: "the sum is " + (params.arguments.a + params.arguments.b) }],
      });
      const answers = {
        initialize: () => about, ping: () => ({}), "tools/list": () => ({ tools }), "tools/call": sum,
      };
      const error = { code: -32601, message: "Method not found" };
      if (id === undefined) continue;
      const result = answers[method]?.();
      console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
    }
  });`;

/** The arguments with which the program serves its page on a free port. */
export const pageArgs: readonly string[] = ["--no-open", "--port", "0"];

/**
 * Waits until the program serves its page; it ends with the test.
 * @param program started in a process group of its own
 * @returns the link of the page
 */
export function startedPage(program: ChildProcess): Promise<string> {
  onTestFinished(() => {
    if (program.pid !== undefined) process.kill(-program.pid, "SIGTERM");
  });
  let output = "";
  program.stdout?.on("data", (part) => (output += part));
  program.stderr?.on("data", (part) => (output += part));
  return until(() => /MCP Playground: (\S+)/.exec(output)?.[1]);
}
