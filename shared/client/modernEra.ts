/** Creates the modern era: every request carries the revision, the client info and its capabilities. */
import { membersOf } from "../core/json/jsonObject.ts";
import { standardHeaders } from "../protocol/mcpHeaders.ts";
import { paramHeaders, readHeaderAnnotations } from "../protocol/paramHeaders.ts";
import type { Era } from "./era.ts";
import type { ToolRegistry } from "./toolRegistry.ts";

interface ModernEraOptions {
  readonly revision: string;
  /** JSON text. */
  readonly clientInfoText: string;
  /** Returns JSON text. */
  readonly capabilitiesText: () => string;
  /** The log level to request; none if undefined. */
  readonly logLevel: () => string | undefined;
  /** The listed tools, whose schemas say which parameters are repeated in headers. */
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
        "io.modelcontextprotocol/clientCapabilities": capabilitiesText(),
        ...(level === undefined
          ? {}
          : { "io.modelcontextprotocol/logLevel": JSON.stringify(level) }),
      };
    },
    headers(message) {
      const { method, params } = membersOf(message);
      const { name, arguments: args } = membersOf(params);
      const tool = method === "tools/call" ? tools.find(name) : undefined;
      return [
        ...standardHeaders(message),
        ...(tool ? paramHeaders(readHeaderAnnotations(tool.inputSchema).params, args) : []),
      ];
    },
  };
}
