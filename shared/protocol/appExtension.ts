/** Names of the MCP Apps extension. */

/** The extension's key in capabilities. */
export const appExtension = "io.modelcontextprotocol/ui";

/** The media type of the HTML document of an app. */
export const appMimeType = "text/html;profile=mcp-app";

/** The wire version in `ui/initialize`. */
export const appWireVersion = "2026-01-26";

/**
 * The address of a section of the extension's specification.
 * @param section the anchor of its heading
 */
export function appSpecUrl(section: AppSpecSection): string {
  return `https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/${appWireVersion}/apps.mdx#${section}`;
}

export type AppSpecSection =
  | "app-capabilities-in-ui-initialize"
  | "clientserver-capability-negotiation"
  | "container-dimensions"
  | "content-requirements"
  | "4-content-security-policy-enforcement"
  | "host-behavior"
  | "lifecycle"
  | "mcp-apps-specific-messages"
  | "resource-discovery"
  | "sandbox-proxy"
  | "standard-mcp-messages"
  | "transport-layer"
  | "ui-resource-format"
  | "visibility";
