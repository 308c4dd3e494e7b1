/** Failures of models: stable codes with the facts behind them. */
import { type FactsOf, readFacts } from "../core/facts.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";

/** What a provider answered; `contentType` where the answer is no JSON. */
const refused = {
  url: "string",
  status: "number",
  message: "string",
  contentType: "string?",
} as const;

/** The facts of each code; the key is masked in them. `shared/messages` and `web/sampling` have the sentences. */
const factsOf = {
  /** The base URL cannot be used; `why` is one of `invalid`, `scheme`, `userinfo`, `query`. */
  "unusable-url": { url: "string", why: "string" },
  /** The key has characters that no header can carry. */
  "unusable-key": {},
  /** The request's params are not an object with messages. */
  "unusable-request": {},
  /** `fetch` threw: refused, unresolvable, TLS or CORS. */
  unreachable: { url: "string", reason: "string", crossOrigin: "boolean" },
  /** A redirect, which is not followed because it would forward the key. A page cannot read its status. */
  redirected: { url: "string", status: "number or null" },
  /** 401 or 403. */
  unauthorized: refused,
  /** 404. */
  "not-found": { ...refused, model: "string" },
  /** 429; `retryAfterSeconds` is null if it is not told or hidden by CORS. */
  "rate-limited": { ...refused, retryAfterSeconds: "number or null" },
  /** Any other 4xx: the provider does not accept the request. */
  rejected: refused,
  /** 5xx, or an error in the stream, which may have neither URL nor status. */
  "provider-error": {
    url: "string?",
    status: "number or null",
    message: "string",
    contentType: "string?",
    retryAfterSeconds: "number or null",
  },
  /** The stream ended before the reply was complete. */
  incomplete: { url: "string?", receivedBytes: "number" },
  /** The model or a filter of the provider refused. */
  refused: { reason: "string", message: "string" },
  /**
   * The provider ended the reply for a reason that is not known to be good, such as Google's
   * `MALFORMED_FUNCTION_CALL`, which is in `reason`.
   */
  "not-finished": { reason: "string", message: "string" },
  /** The model called a tool with arguments that are not a JSON object. */
  "malformed-arguments": { tool: "string", text: "string" },
  /** The reply does not match the interface; `text` is its start. */
  "malformed-reply": { reason: "string", text: "string" },
  /** `limit` is `replyBytes` or `timeMs`. */
  "over-limit": { limit: "string", maximum: "number" },
  /** The caller's signal aborted. */
  aborted: {},
  /** The browser has no usable language model. */
  "not-available": { availability: "string" },
  /** A model that answers from recorded runs has no further answer to the case. */
  "not-recorded": {},
} as const;

export type ModelFailureCode = keyof typeof factsOf;

/** An expected failure. */
export type ModelFailure<Code extends ModelFailureCode = ModelFailureCode> = {
  readonly [Each in Code]: {
    readonly code: Each;
    readonly evidence: FactsOf<(typeof factsOf)[Each]>;
  };
}[Code];

const isCode = (code: unknown): code is ModelFailureCode =>
  typeof code === "string" && Object.hasOwn(factsOf, code);

/** Reads a failure of a file; undefined if its code or its facts are not known. */
export function readModelFailure(value: unknown): ModelFailure | undefined {
  if (!isJsonObject(value) || !isCode(value.code)) return undefined;
  const evidence = readFacts(factsOf[value.code], value.evidence);
  return evidence && ({ code: value.code, evidence } as ModelFailure);
}
