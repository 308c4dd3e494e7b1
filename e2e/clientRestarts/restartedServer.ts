/** A server of which a tool says which process answers, and which tap has started it. */
import { createInterface } from "node:readline";

const send = (message: object) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
const tool = {
  name: "processes",
  description: "Says which process answers.",
  inputSchema: { type: "object", properties: { number: { type: "number" } } },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === "initialize") {
    const { protocolVersion } = params;
    const serverInfo = { name: "restarted", version: "1" };
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === "tools/list") {
    send({ id, result: { tools: [tool] } });
  } else if (method === "tools/call") {
    const text = `process ${process.pid} of tap ${process.ppid}`;
    send({ id, result: { content: [{ type: "text", text }] } });
  } else if (method === "ping") {
    send({ id, result: {} });
  } else {
    send({ id, error: { code: -32601, message: "Method not found" } });
  }
});
