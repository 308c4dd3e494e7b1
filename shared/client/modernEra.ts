/** The era without a handshake: every request says who asks, in which revision, and what they can. */

import { standardHeaders } from "../mcp/headers.ts";
import { paramHeaders, readHeaderAnnotations } from "../mcp/paramHeaders.ts";
import type { Era } from "./era.ts";
import type { ToolRegistry } from "./toolRegistry.ts";

export interface ModernEraOptions {
  readonly revision: string;
  /** JSON texts. */
  readonly clientInfoText: string;
  readonly capabilitiesText: string;
  /** The level of log messages to ask for; none where undefined. */
  readonly logLevel: () => string | undefined;
  /** The tools that the server listed, for the headers that their parameters have. */
  readonly tools: ToolRegistry;
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta */
export function createModernEra(options: ModernEraOptions): Era {
  const { revision, clientInfoText, capabilitiesText, logLevel, tools } = options;
  return {
    kind: "modern",
    revision,
    meta() {
      const level = logLevel();
      return {
        "io.modelcontextprotocol/protocolVersion": JSON.stringify(revision),
        "io.modelcontextprotocol/clientInfo": clientInfoText,
        "io.modelcontextprotocol/clientCapabilities": capabilitiesText,
        ...(level === undefined
          ? {}
          : { "io.modelcontextprotocol/logLevel": JSON.stringify(level) }),
      };
    },
    headers(message) {
      const { method, params } = (message ?? {}) as Record<string, unknown>;
      const { name, arguments: args } = (params ?? {}) as Record<string, unknown>;
      const tool = method === "tools/call" ? tools.find(name) : undefined;
      return [
        ...standardHeaders(message),
        ...(tool ? paramHeaders(readHeaderAnnotations(tool.inputSchema).params, args) : []),
      ];
    },
  };
}
