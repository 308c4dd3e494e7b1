/** Serves the demo server over HTTP, for clients outside the page. */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { systemClock } from "../../shared/core/clock.ts";
import { createDemoServer } from "../../shared/demo/demoServer.ts";
import { listen } from "./listen.ts";

export interface DemoOverHttp {
  readonly url: string;
  close(): Promise<void>;
}

export async function startDemo(): Promise<DemoOverHttp> {
  const listening = await listen();
  const handle = createDemoServer({
    clock: systemClock,
    newId: randomUUID,
    date: () => new Date(),
  });
  const url = `${listening.origin}/mcp`;
  listening.answer(async (request, response) => {
    const left = new AbortController();
    response.on("close", () => left.abort());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await handle(
      new Request(url, {
        method: request.method ?? "GET",
        headers: request.headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        signal: left.signal,
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return void response.end();
    // a client that leaves ends its stream
    await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => {});
  });
  return { url, close: listening.close };
}
