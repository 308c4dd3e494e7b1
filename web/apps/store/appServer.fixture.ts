/** A server over HTTP whose tools answer with their name and the number of the call, and have an app. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { HostChoices } from "./hostChoices.ts";

export const uri = "ui://shared/app.html";
export const html = "<!doctype html><p>The app</p>";

/** What an app is told of the host. */
export const appChoices: HostChoices = {
  theme: "light",
  width: "full",
  locale: "en",
  timeZone: "UTC",
  isTouch: false,
  isLargeText: false,
  hasInsets: false,
  displayMode: "inline",
  playMs: 1_000,
};

interface Received {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly _meta?: object };
}

/**
 * Starts it; the tool `silent` does not answer.
 * @param csp what its app declares, once its own URL is known
 */
export async function openServer(
  revision = "2025-11-25",
  csp?: (url: string) => Readonly<Record<string, readonly string[]>>,
) {
  const received: Received[] = [];
  let url = "";
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, method, params } = JSON.parse(body);
    received.push({ id, method, params });
    if (id === undefined) return void response.writeHead(202).end();
    if (params?.name === "silent") return;
    const calls = received.filter((one) => one.params?.name === params?.name).length;
    const [capabilities, serverInfo] = [
      { tools: {}, resources: {} },
      { name: "apps", version: "1" },
    ];
    const about = {
      capabilities,
      serverInfo,
      supportedVersions: [revision],
      resultType: "complete",
    };
    const results: Record<string, object> = {
      ...(revision < "2026"
        ? { initialize: { protocolVersion: revision, capabilities, serverInfo } }
        : { "server/discover": about }),
      "tools/call": { content: [{ type: "text", text: `${params?.name}, call ${calls}` }] },
      "resources/read": {
        contents: [
          {
            uri,
            mimeType: "text/html;profile=mcp-app",
            text: html,
            _meta: { ui: csp ? { csp: csp(url) } : { permissions: { camera: {} } } },
          },
        ],
      },
    };
    const result = results[method] ?? { tools: [], resources: [], resourceTemplates: [] };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { url, received };
}
