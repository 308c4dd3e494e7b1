/** Citations and addresses of the sections that authorization problems refer to. */
import type { SectionName } from "../../../shared/protocol/failures/sectionName.ts";

export interface Section {
  /** The citation. */
  readonly title: string;
  readonly url: string;
}

const rfc = (number: number, section: string): Section => ({
  title: `RFC ${number}, section ${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});

const mcp = (title: string, path: string): Section => ({
  title: `MCP authorization, ${title}`,
  url: `https://modelcontextprotocol.io/specification/${path}`,
});

const authorization = "2026-07-28/basic/authorization";

/** The sections by name. */
export const sections: Readonly<Record<SectionName, Section>> = {
  "auth-scheme": rfc(9110, "11.6.1"),
  bearer: rfc(6750, "3"),
  "bearer-errors": rfc(6750, "3.1"),
  "resource-metadata": rfc(9728, "2"),
  "resource-metadata-response": rfc(9728, "3.2"),
  "resource-metadata-check": rfc(9728, "3.3"),
  "resource-challenge": rfc(9728, "5.1"),
  "server-metadata": rfc(8414, "2"),
  "server-metadata-response": rfc(8414, "3.2"),
  "server-metadata-check": rfc(8414, "3.3"),
  registration: rfc(7591, "3.1"),
  "registration-response": rfc(7591, "3.2.1"),
  "registration-error": rfc(7591, "3.2.2"),
  "authorization-endpoint": rfc(6749, "3.1"),
  "authorization-response": rfc(6749, "4.1.2"),
  "authorization-error": rfc(6749, "4.1.2.1"),
  "token-endpoint": rfc(6749, "3.2"),
  "client-authentication": rfc(6749, "2.3"),
  "token-response": rfc(6749, "5.1"),
  "token-error": rfc(6749, "5.2"),
  refresh: rfc(6749, "6"),
  csrf: rfc(6749, "10.12"),
  pkce: rfc(7636, "4"),
  issuer: rfc(9207, "2.4"),
  "resource-indicator": rfc(8707, "2"),
  revocation: rfc(7009, "2.1"),
  "revocation-response": rfc(7009, "2.2"),
  "jwt-bearer": rfc(7523, "2.1"),
  "private-key-jwt": rfc(7523, "2.2"),
  "token-exchange": rfc(8693, "2.1"),
  "token-exchange-response": rfc(8693, "2.2"),
  dpop: rfc(9449, "5"),
  "dpop-server-nonce": rfc(9449, "8"),
  "dpop-resource-nonce": rfc(9449, "9"),
  jwt: rfc(7519, "7.2"),
  "mcp-discovery": mcp("server location", `${authorization}/authorization-server-discovery`),
  "mcp-metadata-discovery": mcp(
    "metadata discovery",
    `${authorization}/authorization-server-discovery#authorization-server-metadata-discovery`,
  ),
  "mcp-registration": mcp("client registration", `${authorization}/client-registration`),
  "mcp-binding": mcp(
    "authorization server binding",
    `${authorization}/client-registration#authorization-server-binding`,
  ),
  "mcp-client-metadata": mcp(
    "client ID metadata documents",
    `${authorization}/client-registration#client-id-metadata-documents`,
  ),
  "mcp-scopes": mcp("scope selection", `${authorization}#scope-selection-strategy`),
  "mcp-step-up": mcp("step-up", `${authorization}#step-up-authorization-flow`),
  "mcp-pkce": mcp(
    "authorization code protection",
    `${authorization}/security-considerations#authorization-code-protection`,
  ),
  "mcp-communication": mcp(
    "communication security",
    `${authorization}/security-considerations#communication-security`,
  ),
  "mcp-fallbacks": mcp(
    "fallbacks of 2025-03-26",
    "2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery",
  ),
  "mcp-enterprise": {
    title: "MCP extension, enterprise-managed authorization",
    url: "https://modelcontextprotocol.io/extensions/auth/enterprise-managed-authorization",
  },
};
