/**
 * A complete MCP server without network: a request handler for the transport inside the page.
 * It is not made with the official SDK, because that (2.4.0) serves no tasks: it refuses the result
 * that announces one in 2025-11-25, adds content to the one of 2026-07-28, and drops `taskIds` of a
 * subscription. It would also be five times as large.
 */
import { parseErrorCode } from "../protocol/jsonRpc.ts";
import type { Demo, DemoOptions } from "./demo.ts";
import { createDemoTasks } from "./demoTasks.ts";
import { createLegacyEndpoint } from "./legacyEndpoint.ts";
import { createModernEndpoint } from "./modernEndpoint.ts";
import { isModern } from "./modernRequests.ts";
import { createDemoState } from "./state.ts";

/**
 * Creates a server of revision 2026-07-28 (stateless) and of every older one (with sessions, over
 * Streamable HTTP).
 * @returns the handler of its endpoint, for any URL
 */
export function createDemoServer(options: DemoOptions): (request: Request) => Promise<Response> {
  const demo: Demo = {
    ...options,
    state: createDemoState(),
    tasks: createDemoTasks(options.newId, options.date),
  };
  const legacy = createLegacyEndpoint(demo);
  const modern = createModernEndpoint(demo);
  return async (request) => {
    if (request.method !== "POST") return legacy.other(request);
    const text = await request.text();
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      const error = { code: parseErrorCode, message: "Parse error" };
      return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 });
    }
    const posted = { request, text, message };
    return isModern(message) ? modern(posted) : legacy.post(posted);
  };
}
