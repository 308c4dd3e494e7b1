/** The least that does the work: `fetch`, eventsource-parser, `JSON.parse`; what came is kept. */
import { createParser } from "eventsource-parser";
import type { OpenContender } from "./contender.ts";

const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
};

export const openBare: OpenContender = async (url) => {
  let id = 0;
  return {
    async call(tool) {
      const params = { name: tool, arguments: {} };
      const body = JSON.stringify({ jsonrpc: "2.0", id: ++id, method: "tools/call", params });
      const response = await fetch(url, { method: "POST", headers, body });
      const isStream = response.headers.get("content-type") === "text/event-stream";
      const messages = isStream
        ? await readEvents(response)
        : [JSON.parse(await response.text()) as unknown];
      const answer = messages.at(-1) as { id?: unknown; result?: unknown };
      if (answer.id !== id || !answer.result) throw new Error("No answer came");
      return messages.length - 1;
    },
    async close() {},
  };
};

async function readEvents(response: Response): Promise<unknown[]> {
  const messages: unknown[] = [];
  const parser = createParser({ onEvent: ({ data }) => messages.push(JSON.parse(data)) });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) return messages;
    parser.feed(decoder.decode(next.value, { stream: true }));
  }
}
