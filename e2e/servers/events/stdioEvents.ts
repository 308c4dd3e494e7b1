/** Serves events over standard input and output: `node stdioEvents.ts`. */
import { createInterface } from "node:readline";
import { answerEvents, type EventRequest } from "./answerEvents.ts";
import { createEventSource } from "./eventSource.ts";

const source = createEventSource();
const streams = new Map<unknown, () => void>();
const write = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

for await (const line of createInterface(process.stdin)) {
  const message = JSON.parse(line) as EventRequest;
  if (message.method === "notifications/cancelled") {
    streams.get(message.params?.requestId)?.();
    continue;
  }
  const notify = (method: string, params: object) => write({ jsonrpc: "2.0", method, params });
  const answer = await answerEvents(source, message, notify, (stop) => {
    streams.set(message.id, stop);
  });
  if (answer) write(answer);
}
