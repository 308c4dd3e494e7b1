/** Converts the user's authorization form to the engine's settings; loaded with the engine. */
import type {
  AuthorizationSettings,
  EnteredClient,
  GrantType,
} from "../../../shared/oauth/authorizationSettings.ts";
import type { AuthorizationForm } from "../settings/authorizationForm.ts";

interface Surroundings {
  readonly redirectUri: string;
  /** The page's own metadata document, if it may be used from here. */
  readonly ownMetadataUrl: string | undefined;
}

/** The engine's settings. */
export function authorizationSettings(
  form: AuthorizationForm,
  around: Surroundings,
): AuthorizationSettings {
  const { redirectUri, ownMetadataUrl } = around;
  const client = clientOf(form);
  const { authorizationEndpoint, tokenEndpoint, endpointsIssuer, registrationEndpoint } = form;
  const hasEndpoints = authorizationEndpoint.trim() !== "" && tokenEndpoint.trim() !== "";
  const metadataDocumentUrl = form.metadataDocumentUrl.trim() || ownMetadataUrl;
  return {
    grantType: grantTypeOf(form),
    redirectUri,
    clientName: "MCP Playground",
    ...(client && { client }),
    ...(metadataDocumentUrl && { metadataDocumentUrl }),
    ...given("initialAccessToken", form.initialAccessToken),
    ...given("scope", form.scope),
    ...given("issuer", form.issuer),
    ...(form.resourceMode === "auto"
      ? {}
      : { resource: form.resourceMode === "none" ? "" : form.resource.trim() }),
    ...(hasEndpoints && {
      endpoints: {
        authorizationEndpoint: authorizationEndpoint.trim(),
        tokenEndpoint: tokenEndpoint.trim(),
        ...given("issuer", endpointsIssuer),
        ...given("registrationEndpoint", registrationEndpoint),
      },
    }),
    dpop: form.dpop,
    withoutPkceAnnounced: form.withoutPkceAnnounced,
  };
}

/** The client that the user entered, if any. */
export function clientOf(form: AuthorizationForm): EnteredClient | undefined {
  const clientId = form.clientId.trim();
  if (clientId === "") return undefined;
  const { authMethod, privateKey } = form;
  return {
    clientId,
    ...given("clientSecret", form.clientSecret),
    ...(authMethod === "auto" ? {} : { authMethod }),
    ...(privateKey.trim() !== "" && {
      privateKey: {
        text: privateKey,
        ...given("algorithm", form.keyAlgorithm),
        ...given("keyId", form.keyId),
      },
    }),
  };
}

function grantTypeOf(form: AuthorizationForm): GrantType {
  switch (form.way) {
    case "enterprise":
      return {
        kind: "enterprise",
        idpTokenEndpoint: form.idpTokenEndpoint.trim(),
        idpClientId: form.idpClientId.trim(),
        ...given("idpClientSecret", form.idpClientSecret),
        idToken: form.idToken.trim(),
      };
    case "workload":
      return { kind: "workload", assertion: form.assertion.trim() };
    case "client-credentials":
      return { kind: "client-credentials" };
    default:
      return { kind: "authorization-code" };
  }
}

/** A member with the entered value; empty if nothing was entered. */
function given<Name extends string>(name: Name, text: string): { [K in Name]?: string } {
  const value = text.trim();
  return value === "" ? {} : ({ [name]: value } as { [K in Name]: string });
}
