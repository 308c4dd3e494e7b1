/** The documents that lead to a token, once they were found to be usable. */

/** @see https://www.rfc-editor.org/rfc/rfc9728#section-2 */
export interface ResourceMetadata {
  /** Where it was found. */
  readonly url: string;
  readonly resource: string;
  readonly authorizationServers: readonly string[];
  /** Undefined where the document does not say. */
  readonly scopesSupported: readonly string[] | undefined;
  readonly needsDpop: boolean;
}

/** @see https://www.rfc-editor.org/rfc/rfc8414#section-2 */
export interface ServerMetadata {
  readonly issuer: string;
  /** `entered` by the person, with an issuer or only the endpoints, or the `default` places of 2025-03-26. */
  readonly origin: "document" | "default" | "entered" | "entered-endpoints";
  readonly authorizationEndpoint: string | undefined;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string | undefined;
  readonly revocationEndpoint: string | undefined;
  readonly scopesSupported: readonly string[] | undefined;
  readonly grantTypesSupported: readonly string[] | undefined;
  readonly codeChallengeMethods: readonly string[] | undefined;
  /** Undefined means `client_secret_basic` by the RFC. */
  readonly authMethods: readonly string[] | undefined;
  readonly dpopAlgorithms: readonly string[] | undefined;
  readonly sendsIssuer: boolean;
  readonly takesMetadataDocuments: boolean;
}
