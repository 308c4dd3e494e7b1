/** Validated metadata of protected resources and authorization servers. */

/** @see https://www.rfc-editor.org/rfc/rfc9728#section-2 */
export interface ResourceMetadata {
  readonly url: string;
  readonly resource: string;
  readonly authorizationServers: readonly string[];
  /** Undefined where the document has none. */
  readonly scopesSupported: readonly string[] | undefined;
  readonly needsDpop: boolean;
}

/** @see https://www.rfc-editor.org/rfc/rfc8414#section-2 */
export interface ServerMetadata {
  readonly issuer: string;
  /** Where the values are from: a metadata `document`, the `default` endpoints of 2025-03-26, or the user, who `entered` an issuer and endpoints or only the `entered-endpoints`. */
  readonly origin: "document" | "default" | "entered" | "entered-endpoints";
  readonly authorizationEndpoint: string | undefined;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string | undefined;
  readonly revocationEndpoint: string | undefined;
  readonly scopesSupported: readonly string[] | undefined;
  readonly grantTypesSupported: readonly string[] | undefined;
  readonly codeChallengeMethods: readonly string[] | undefined;
  /** Undefined where not announced, which means `client_secret_basic` by RFC 8414. */
  readonly authMethods: readonly string[] | undefined;
  readonly dpopAlgorithms: readonly string[] | undefined;
  readonly sendsIssuer: boolean;
  readonly takesMetadataDocuments: boolean;
}
