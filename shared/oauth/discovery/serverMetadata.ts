/** Validates authorization server metadata, and builds substitutes where there is none. */

import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import type { EnteredEndpoints } from "../authorizationSettings.ts";
import type { FlowAnswer } from "../flow/flow.ts";
import {
  createMemberReader,
  findViolation,
  readJsonObject,
  type Validated,
} from "../flow/validated.ts";
import type { ServerMetadata } from "./metadata.ts";

interface ServerRules {
  readonly serverUrl: string;
  /** The accepted values of `issuer`, compared exactly. */
  readonly issuers: readonly string[];
  /** Whether the grant type uses the authorization endpoint. */
  readonly needsVisit: boolean;
}

/**
 * Validates the response with authorization server metadata.
 * @see https://www.rfc-editor.org/rfc/rfc8414#section-3.3
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation
 */
export function validateServerMetadata(
  answer: FlowAnswer,
  rules: ServerRules,
): Validated<ServerMetadata> {
  const { url, status } = answer;
  if (status !== 200) {
    const problem: AuthorizationProblem = {
      code: "http-status",
      severity: status === 404 ? "note" : "warning",
      section: "server-metadata-response",
      evidence: { url, status },
    };
    return { value: undefined, problems: [problem], isDocument: false };
  }
  const { value: object, problems } = readJsonObject(answer, "server-metadata-response");
  if (!object) return { value: undefined, problems, isDocument: false };

  const read = createMemberReader(object, "server-metadata", url);
  const endpoint = { serverUrl: rules.serverUrl };
  const issuer = read.string("issuer", "required");
  const tokenEndpoint = read.url("token_endpoint", "required", endpoint);
  const visit = rules.needsVisit ? "required" : "optional";
  const authorizationEndpoint = read.url("authorization_endpoint", visit, endpoint);
  const registrationEndpoint = read.url("registration_endpoint", "optional", endpoint);
  const revocationEndpoint = read.url("revocation_endpoint", "optional", endpoint);
  const responseTypes = read.strings("response_types_supported");
  const rest = {
    scopesSupported: read.strings("scopes_supported"),
    grantTypesSupported: read.strings("grant_types_supported"),
    codeChallengeMethods: read.strings("code_challenge_methods_supported"),
    authMethods: read.strings("token_endpoint_auth_methods_supported"),
    dpopAlgorithms: read.strings("dpop_signing_alg_values_supported"),
    sendsIssuer: read.flag("authorization_response_iss_parameter_supported"),
    takesMetadataDocuments: read.flag("client_id_metadata_document_supported"),
  };
  const found = [...problems, ...read.problems];
  if (issuer !== undefined && !rules.issuers.includes(issuer)) {
    const evidence = { expected: rules.issuers[0] ?? "", found: issuer, url };
    found.push(authorizationViolation("issuer-mismatch", "server-metadata-check", evidence));
  }
  if (rules.needsVisit && responseTypes && !responseTypes.includes("code")) {
    found.push(
      authorizationViolation("not-supported", "server-metadata", {
        member: "response_types_supported",
        found: responseTypes.join(" "),
        wanted: "code",
      }),
    );
  }
  const isDocument = Object.keys(object).some(
    (name) => name === "issuer" || /_endpoint$/.test(name),
  );
  if (issuer === undefined || tokenEndpoint === undefined || findViolation(found)) {
    return { value: undefined, problems: found, isDocument };
  }
  const value: ServerMetadata = {
    issuer,
    origin: "document",
    authorizationEndpoint,
    tokenEndpoint,
    registrationEndpoint,
    revocationEndpoint,
    ...rest,
  };
  return { value, problems: found, isDocument };
}

const nothingAnnounced = {
  revocationEndpoint: undefined,
  scopesSupported: undefined,
  grantTypesSupported: undefined,
  codeChallengeMethods: undefined,
  authMethods: undefined,
  dpopAlgorithms: undefined,
  sendsIssuer: false,
  takesMetadataDocuments: false,
} as const;

/**
 * Metadata with the default endpoints of servers without metadata.
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery
 */
export function defaultServer(serverUrl: string): ServerMetadata {
  const { origin } = new URL(serverUrl);
  return {
    ...nothingAnnounced,
    issuer: origin,
    origin: "default",
    authorizationEndpoint: `${origin}/authorize`,
    tokenEndpoint: `${origin}/token`,
    registrationEndpoint: `${origin}/register`,
  };
}

/** Metadata with entered endpoints; the issuer defaults to the token endpoint's origin. */
export function enteredServer(entered: EnteredEndpoints): ServerMetadata {
  return {
    ...nothingAnnounced,
    issuer: entered.issuer || new URL(entered.tokenEndpoint).origin,
    origin: entered.issuer ? "entered" : "entered-endpoints",
    authorizationEndpoint: entered.authorizationEndpoint || undefined,
    tokenEndpoint: entered.tokenEndpoint,
    registrationEndpoint: entered.registrationEndpoint || undefined,
  };
}
