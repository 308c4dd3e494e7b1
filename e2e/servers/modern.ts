/** Serves the SDK's 2026-07-28 server over HTTP, or over stdio when this file is run. */
import { fileURLToPath } from "node:url";
import { createMcpHandler, type ServerNotifier } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createModernServer, type ModernServerEvents } from "./modernServer.ts";
import { type HandlerServer, serveHandler } from "./serveHandler.ts";

/** Run with Node, it serves stdio. */
export const modernProgram = fileURLToPath(import.meta.url);

export interface ModernServer extends Pick<HandlerServer, "down" | "up"> {
  readonly url: string;
  /** Notifies subscribers of a change. */
  readonly notify: ServerNotifier;
  /** Adds a tool without arguments and notifies subscribers. */
  addTool(name: string): void;
  /** Terminates every connection. */
  cut(): void;
  /** Completes every subscription, as a server does before it stops. */
  endSubscriptions(): Promise<void>;
  close(): Promise<void>;
}

/** @param legacy whether legacy revisions are served too, each request by its own instance */
export async function startModernServer(
  options: ModernServerEvents & { readonly legacy?: "stateless" | "reject" } = {},
): Promise<ModernServer> {
  const { legacy = "stateless" } = options;
  const moreTools: string[] = [];
  const handler = createMcpHandler(() => createModernServer({ ...options, moreTools }), {
    legacy,
  });
  const server = await serveHandler((request) => handler.fetch(request));
  return {
    url: `${server.url}/mcp`,
    notify: handler.notify,
    addTool(name) {
      moreTools.push(name);
      handler.notify.toolsChanged();
    },
    cut: server.cut,
    down: server.down,
    up: server.up,
    endSubscriptions: () => handler.close(),
    async close() {
      await handler.close();
      await server.close();
    },
  };
}

if (process.argv[1] === modernProgram) serveStdio(() => createModernServer());
