/** Authorization for a conformance scenario: enters its credentials and gives consent. */

import { systemClock } from "../../shared/core/clock.ts";
import type { Recorder } from "../../shared/log/recorder.ts";
import type { Authorization } from "../../shared/oauth/authorization.ts";
import type {
  AuthorizationSettings,
  EnteredClient,
  GrantType,
} from "../../shared/oauth/authorizationSettings.ts";
import { createAuthorization } from "../../shared/oauth/createAuthorization.ts";
import type { PromptHandler } from "../../shared/oauth/userPrompts.ts";
import type { ProblemCode } from "../../shared/protocol/failures/authorizationProblem.ts";
import { createMemoryBindings, createMemoryClients, createMemoryGrants } from "../memoryStores.ts";
import type { Job } from "./job.ts";

/** Opens the authorization endpoint and returns its redirect. */
export interface Consent {
  readonly redirectUri: string;
  readonly visit: PromptHandler["visit"];
}

/** The failure with which a correct client must stop, by scenario. */
export const refusals: Readonly<Record<string, ProblemCode>> = {
  "auth/resource-mismatch": "resource-mismatch",
  "auth/metadata-issuer-mismatch": "issuer-mismatch",
  "auth/iss-supported-missing": "response-issuer-missing",
  "auth/iss-wrong-issuer": "response-issuer-mismatch",
  "auth/iss-unexpected": "response-issuer-mismatch",
  "auth/iss-normalized": "response-issuer-mismatch",
  "auth/scope-retry-limit": "scope-not-enough",
};

/**
 * Consent without a browser: the suite's authorization endpoint redirects immediately; only its Location is
 * needed, and the redirect URI need not exist.
 */
export function headlessConsent(fetch: typeof globalThis.fetch): Consent {
  return {
    redirectUri: "http://localhost:3000/callback",
    async visit({ url }, signal) {
      const { headers } = await fetch(url, { redirect: "manual", signal });
      const location = headers.get("location");
      return location === null ? undefined : new URL(location).searchParams;
    },
  };
}

/**
 * Creates the authorization for a scenario's server; risky confirmations are denied. The scenario's
 * credentials exist for its own authorization server only, so that sending them there is allowed.
 */
export function authorizationOf(
  job: Job,
  fetch: typeof globalThis.fetch,
  record: Recorder,
  { visit, redirectUri }: Consent,
): Authorization {
  const settings: AuthorizationSettings = {
    ...enteredIn(job),
    redirectUri,
    clientName: "mcp-playground",
    metadataDocumentUrl: "https://conformance-test.local/client-metadata.json",
    dpop: "auto",
    withoutPkceAnnounced: false,
  };
  return createAuthorization({
    serverUrl: job.url,
    revision: () => (job.revision === "auto" ? undefined : job.revision),
    fetch,
    clock: systemClock,
    wallClock: Date.now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    newId: () => crypto.randomUUID(),
    record,
    settings: () => settings,
    clients: createMemoryClients(),
    bindings: createMemoryBindings(),
    grants: createMemoryGrants(),
    promptHandler: {
      visit,
      chooseIssuer: async ([first]) => first,
      enterClient: async () => undefined,
      enterEndpoints: async () => undefined,
      confirm: async ({ kind }) => kind === "default-endpoints" || kind === "send-secret",
    },
  });
}

/** Reads the credentials of a scenario, which a user would enter by hand. */
function enteredIn({ scenario, context }: Job): { grantType: GrantType; client?: EnteredClient } {
  const given = (context ?? {}) as Readonly<Record<string, string>>;
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: pem } = given;
  const { issuer, signing_algorithm: algorithm } = given;
  const key = pem === undefined ? undefined : { text: pem, ...(algorithm ? { algorithm } : {}) };
  const client = clientId && {
    clientId,
    ...(clientSecret ? { clientSecret } : {}),
    ...(issuer ? { issuer } : {}),
    ...(key ? { privateKey: key } : {}),
  };
  return { grantType: wayOf(scenario, given), ...(client ? { client } : {}) };
}

function wayOf(scenario: string, given: Readonly<Record<string, string>>): GrantType {
  switch (scenario) {
    case "auth/client-credentials-jwt":
    case "auth/client-credentials-basic":
      return { kind: "client-credentials" };
    case "auth/wif-jwt-bearer":
      return { kind: "workload", assertion: given.valid_jwt ?? "" };
    case "auth/enterprise-managed-authorization":
      return {
        kind: "enterprise",
        idpTokenEndpoint: given.idp_token_endpoint ?? "",
        idpClientId: given.idp_client_id ?? "",
        idToken: given.idp_id_token ?? "",
      };
    default:
      return { kind: "authorization-code" };
  }
}
