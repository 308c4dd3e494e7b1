/** The user's authorization settings for one server; in memory only. */
import { createStore } from "zustand/vanilla";
import type {
  AuthorizationSettings,
  GrantType,
} from "../../../shared/oauth/authorizationSettings.ts";
import type { AuthMethod } from "../../../shared/oauth/authorizationStores.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

/** Every field as entered; empty if nothing was entered. */
export interface AuthorizationForm {
  readonly way: GrantType["kind"] | "headers";
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authMethod: AuthMethod | "auto";
  /** PKCS #8 in PEM, or a private JWK. */
  readonly privateKey: string;
  readonly keyAlgorithm: string;
  readonly keyId: string;
  readonly metadataDocumentUrl: string;
  readonly initialAccessToken: string;
  readonly scope: string;
  /** The `resource` parameter; `auto` sends the server's canonical URI. */
  readonly resourceMode: "auto" | "none" | "other";
  readonly resource: string;
  readonly issuer: string;
  readonly endpointsIssuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string;
  readonly idpTokenEndpoint: string;
  readonly idpClientId: string;
  readonly idpClientSecret: string;
  readonly idToken: string;
  readonly assertion: string;
  readonly dpop: AuthorizationSettings["dpop"];
  readonly withoutPkceAnnounced: boolean;
  readonly isStepwise: boolean;
  /** How the flow's requests are sent. */
  readonly route: "direct" | "relay";
  /** Origins whose requests are sent through the relay with either route, because a step needed it. */
  readonly relayedOrigins: readonly string[];
}

export const emptyForm: AuthorizationForm = {
  way: "authorization-code",
  clientId: "",
  clientSecret: "",
  authMethod: "auto",
  privateKey: "",
  keyAlgorithm: "",
  keyId: "",
  metadataDocumentUrl: "",
  initialAccessToken: "",
  scope: "",
  resourceMode: "auto",
  resource: "",
  issuer: "",
  endpointsIssuer: "",
  authorizationEndpoint: "",
  tokenEndpoint: "",
  registrationEndpoint: "",
  idpTokenEndpoint: "",
  idpClientId: "",
  idpClientSecret: "",
  idToken: "",
  assertion: "",
  dpop: "auto",
  withoutPkceAnnounced: false,
  isStepwise: false,
  route: "direct",
  relayedOrigins: [],
};

export interface AuthorizationFormStore extends ReadableStore<AuthorizationForm> {
  change(fields: Partial<AuthorizationForm>): void;
}

export function createAuthorizationForm(): AuthorizationFormStore {
  const store = createStore<AuthorizationForm>(() => emptyForm);
  return { ...toReadable(store), change: (fields) => store.setState(fields) };
}
