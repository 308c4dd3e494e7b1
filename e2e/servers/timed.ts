/** A stdio server whose tool answers after 20 ms and says how long it took (`node timed.ts`). */
import { createInterface } from "node:readline";

const waitMs = 20;

function say(id: unknown, result: object) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}

function answer({ id, method }: { id?: unknown; method?: string }) {
  const from = performance.now();
  if (method === "initialize") {
    return say(id, {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "timed", version: "1.0.0" },
    });
  }
  if (method === "tools/list") {
    return say(id, { tools: [{ name: "timed", inputSchema: { type: "object" } }] });
  }
  if (method === "tools/call") {
    return void setTimeout(() => {
      const text = `answered after ${performance.now() - from} ms`;
      say(id, { content: [{ type: "text", text }] });
    }, waitMs);
  }
  if (id === undefined) return;
  const error = { code: -32601, message: "Method not found" };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
}

for await (const line of createInterface({ input: process.stdin })) answer(JSON.parse(line));
