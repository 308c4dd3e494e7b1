/**
 * A stdio server that reports its process id and the number of calls (`node counter.ts`). Calls of
 * `count-slowly` are answered when the process gets SIGUSR2.
 */
import { createInterface } from "node:readline";

const tools = ["count", "count-slowly"].map((name) => ({
  name,
  inputSchema: { type: "object", properties: {} },
}));
let calls = 0;
const waiting: (() => void)[] = [];
process.on("SIGUSR2", () => {
  for (const tell of waiting.splice(0)) tell();
});

function say(id: unknown, result: object) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}

function answer({ id, method, params }: { id?: unknown; method?: string; params?: Params }) {
  switch (method) {
    case "initialize":
      return say(id, {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "counter", version: "1.0.0" },
      });
    case "tools/list":
      return say(id, { tools });
    case "tools/call": {
      const text = `process ${process.pid}, call ${++calls}`;
      const tell = () => say(id, { content: [{ type: "text", text }] });
      return params?.name === "count-slowly" ? void waiting.push(tell) : tell();
    }
    default:
      if (id === undefined) return;
      process.stdout.write(
        `${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } })}\n`,
      );
  }
}

interface Params {
  readonly name?: string;
}

createInterface({ input: process.stdin }).on("line", (line) => answer(JSON.parse(line)));
