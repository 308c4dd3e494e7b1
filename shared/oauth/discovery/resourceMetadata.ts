/** Validates protected resource metadata. */

import {
  type AuthorizationProblem,
  authorizationViolation,
  warning,
} from "../../protocol/failures/authorizationProblem.ts";
import type { FlowAnswer } from "../flow/flow.ts";
import {
  createMemberReader,
  failedValidation,
  findViolation,
  readJsonObject,
  type Validated,
} from "../flow/validated.ts";
import { compareResource, defaultIndicator } from "./canonicalResource.ts";
import type { ResourceMetadata } from "./metadata.ts";
import { checkUrl } from "./urls.ts";
import { resourceMetadataUrls } from "./wellKnown.ts";

/**
 * Validates the response with protected resource metadata.
 * @param serverUrl the MCP endpoint that the document must be for
 * @see https://www.rfc-editor.org/rfc/rfc9728#section-3.3
 */
export function validateResourceMetadata(
  answer: FlowAnswer,
  serverUrl: string,
): Validated<ResourceMetadata> {
  const { url, status } = answer;
  if (status !== 200) {
    const severity = status === 404 ? "note" : "warning";
    const problem: AuthorizationProblem = {
      code: "http-status",
      severity,
      section: "resource-metadata-response",
      evidence: { url, status },
    };
    return { value: undefined, problems: [problem], isDocument: false };
  }
  const { value: object, problems } = readJsonObject(answer, "resource-metadata-response");
  if (!object) return { value: undefined, problems, isDocument: false };

  const read = createMemberReader(object, "resource-metadata", url);
  const resource = read.string("resource", "required");
  const listed = read.strings("authorization_servers");
  const scopesSupported = read.strings("scopes_supported");
  const needsDpop = read.flag("dpop_bound_access_tokens_required");
  const found = [...problems, ...read.problems];
  const isDocument = resource !== undefined || listed !== undefined;

  if (resource !== undefined) found.push(...compareNamedResource(resource, serverUrl, url));
  if (scopesSupported?.includes("offline_access")) {
    found.push(warning("offline-access-misplaced", "mcp-scopes", { place: "scopes_supported" }));
  }
  const usable: string[] = [];
  for (const issuer of listed ?? []) {
    const why = checkUrl(issuer, { serverUrl, isIssuer: true });
    if (why === undefined) usable.push(issuer);
    else {
      const evidence = { member: "authorization_servers", value: issuer, why, url };
      found.push(warning("unusable-url", "server-metadata", evidence));
    }
  }
  if (listed !== undefined || !findViolation(found)) {
    if (usable.length === 0)
      found.push(authorizationViolation("no-authorization-servers", "mcp-discovery", { url }));
  }
  if (resource === undefined || usable.length === 0) {
    return { value: undefined, problems: found, isDocument };
  }
  const authorizationServers = [...new Set(usable)];
  const value = { url, resource, authorizationServers, scopesSupported, needsDpop };
  return { value, problems: found, isDocument };
}

/**
 * A document may name a parent path of the server only at the well-known URL of that parent, which
 * the owner of the parent path serves. Otherwise one of several servers on a host could obtain
 * tokens for all of them.
 */
function compareNamedResource(
  resource: string,
  serverUrl: string,
  url: string,
): AuthorizationProblem[] {
  const fit = compareResource(resource, serverUrl);
  if (fit === "same") return [];
  const evidence = { expected: defaultIndicator(serverUrl), found: resource };
  const section = "resource-metadata-check";
  return fit === "covers" && URL.parse(url)?.href === resourceMetadataUrls(resource)[0]
    ? [{ code: "resource-mismatch", severity: "note", section, evidence }]
    : [authorizationViolation("resource-mismatch", section, evidence)];
}

/** Validates the `resource_metadata` parameter of a challenge. */
export function validateMetadataUrl(value: string, serverUrl: string): Validated<string> {
  const why = checkUrl(value, { serverUrl });
  if (why === undefined) return { value, problems: [] };
  return failedValidation("unusable-url", "resource-challenge", {
    member: "resource_metadata",
    value,
    why,
  });
}
