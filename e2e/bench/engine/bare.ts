/** Minimal client for comparison: `fetch`, eventsource-parser, `JSON.parse` and timestamps. */
import { createParser } from "eventsource-parser";
import type { OpenClient } from "./comparedClient.ts";

const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
};

interface Kept {
  readonly at: number;
  readonly text: string;
  readonly message: unknown;
}

export const openBare: OpenClient = async (url) => {
  let id = 0;
  return {
    async call(tool) {
      const params = { name: tool, arguments: {} };
      const body = JSON.stringify({ jsonrpc: "2.0", id: ++id, method: "tools/call", params });
      const response = await fetch(url, { method: "POST", headers, body });
      const isStream = response.headers.get("content-type") === "text/event-stream";
      const log = isStream ? await readEvents(response) : [keep(await response.text())];
      const answer = log.at(-1)?.message as { id?: unknown; result?: unknown };
      if (answer.id !== id || !answer.result) throw new Error("No answer came");
      return log.length - 1;
    },
    async close() {},
  };
};

function keep(text: string): Kept {
  return { at: performance.now(), text, message: JSON.parse(text) };
}

async function readEvents(response: Response): Promise<Kept[]> {
  const log: Kept[] = [];
  const parser = createParser({ onEvent: ({ data }) => log.push(keep(data)) });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) return log;
    parser.feed(decoder.decode(next.value, { stream: true }));
  }
}
