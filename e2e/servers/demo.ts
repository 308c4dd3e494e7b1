/** Serves the demo server over HTTP, for clients outside the page. */
import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "../../shared/core/clock.ts";
import { parseJsonObject } from "../../shared/core/json/jsonObject.ts";
import { createDemoServer } from "../../shared/demo/demoServer.ts";
import { serveHandler } from "./serveHandler.ts";

export interface DemoOverHttp {
  readonly url: string;
  close(): Promise<void>;
}

interface DemoChoices {
  /** Whether slow tools take a hundredth of their time. */
  readonly isFast?: boolean;
  /** Revisions in which it answers no request. */
  readonly refused?: readonly string[];
  /** The result of a request that the demo server does not answer itself; undefined for others. */
  readonly resultOf?: (method: unknown) => object | undefined;
}

const fastClock: Clock = {
  now: systemClock.now,
  after: (ms, callback) => systemClock.after(ms / 100, callback),
};

export async function startDemo(choices: DemoChoices = {}): Promise<DemoOverHttp> {
  const { isFast, refused = [], resultOf } = choices;
  const demo = createDemoServer({
    clock: isFast ? fastClock : systemClock,
    newId: randomUUID,
    date: () => new Date(),
  });
  const { url, close } = await serveHandler(async (request) => {
    if (request.method !== "POST") return demo(request);
    const text = await request.clone().text();
    const { id, method } = parseJsonObject(text) ?? {};
    if (refused.some((revision) => text.includes(`"protocolVersion":"${revision}"`))) {
      const error = { code: -32602, message: "Unsupported protocol version" };
      return Response.json({ jsonrpc: "2.0", id, error }, { status: 400 });
    }
    const response = await demo(request);
    const result = response.ok && resultOf?.(method);
    return result ? Response.json({ jsonrpc: "2.0", id, result }) : response;
  });
  return { url: `${url}/mcp`, close };
}
