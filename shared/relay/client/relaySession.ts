/** The route that exchanges a link's token for a session, and how a local relay knows its own page. */

/** Relative to the relay's URL; `POST` takes a {@link SessionRequest} as JSON. */
export const sessionPath = "api/session";

export interface SessionRequest {
  readonly token: string;
  /**
   * The id that a local relay gave to the document, as description of the metric
   * {@link pageLoadTiming} in its `Server-Timing` header; each works once.
   */
  readonly pageLoad?: string | undefined;
}

export const pageLoadTiming = "page-load";

/** The metric with which a relay says, for each document, that it has a half of the device key. */
export const deviceKeyTiming = "device-key";

/** The metric whose description is the origin at which apps run, see `locateSandbox`. */
export const appsTiming = "apps";

/** The header of a response that refuses a person, with the code of the reason. */
export const refusalHeader = "X-Refusal";

const personRefusals = [
  "not-through-proxy",
  "identity-missing",
  "identity-ambiguous",
  "role-missing",
  "role-ambiguous",
  "may-only-look",
] as const;

export type PersonRefusalCode = (typeof personRefusals)[number];

/** Why a relay refuses the person; undefined if it does not, or for a reason that is not known here. */
export function personRefusalOf({ headers }: Pick<Response, "headers">) {
  const code = headers.get(refusalHeader);
  return personRefusals.find((each) => each === code);
}
