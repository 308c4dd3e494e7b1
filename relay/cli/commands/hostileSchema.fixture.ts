/** A server over stdio whose output schema holds a pattern that takes forever to check. */
import { createInterface } from "node:readline";

const pattern = "^(a+)+$";
const results: Record<string, object> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "hostile", version: "1" },
  },
  "tools/list": {
    tools: [
      {
        name: "slow",
        inputSchema: { type: "object" },
        outputSchema: { type: "object", properties: { text: { type: "string", pattern } } },
      },
    ],
  },
  "tools/call": { content: [], structuredContent: { text: `${"a".repeat(60)}!` } },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line) as { id?: number; method: string };
  if (id === undefined) continue;
  const result = results[method];
  const answer = result ? { result } : { error: { code: -32601, message: "Method not found" } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}
