/** What a check has to say about a message, in codes for programs and words for people. */
import type { JsonType } from "../messages/schema.ts";

/**
 * How sure a finding is: a violation breaks a rule of the revision, a warning is against good sense
 * or another document, a note is only worth knowing.
 */
export type Severity = "violation" | "warning" | "note";

/** What was found, by a code that stays, with the facts that belong to it. */
export type Trouble =
  | {
      readonly code: "missing-member";
      readonly member: string;
      readonly expected?: readonly unknown[];
    }
  | {
      readonly code: "wrong-type";
      readonly expected: readonly JsonType[];
      readonly actual: JsonType;
    }
  | { readonly code: "wrong-value"; readonly expected: readonly unknown[]; readonly actual: string }
  | { readonly code: "out-of-range"; readonly minimum?: number; readonly maximum?: number }
  | { readonly code: "too-many-items"; readonly maximum: number; readonly actual: number }
  | { readonly code: "no-alternative"; readonly alternatives: readonly string[] }
  | { readonly code: "not-a-uri" }
  | { readonly code: "not-base64" }
  | { readonly code: "too-deep"; readonly limit: number }
  | { readonly code: "too-many-findings"; readonly limit: number; readonly severity: Severity }
  | { readonly code: "unknown-definition"; readonly name: string }
  | { readonly code: "unknown-revision"; readonly revision: string; readonly checkedAs: string }
  | { readonly code: "not-a-message" }
  | { readonly code: "result-and-error" }
  | { readonly code: "null-id" }
  | { readonly code: "id-on-notification" }
  | { readonly code: "batch-not-allowed" }
  | { readonly code: "batch-not-mentioned" }
  | { readonly code: "batch-empty" }
  | { readonly code: "batch-mixed" }
  | { readonly code: "batch-of-initialize" }
  | { readonly code: "request-from-server" }
  | { readonly code: "response-from-client" }
  | { readonly code: "wrong-direction"; readonly method: string }
  | {
      readonly code: "method-of-other-revision";
      readonly method: string;
      readonly revisions: readonly string[];
    }
  | { readonly code: "unknown-method"; readonly method: string }
  | { readonly code: "unknown-result-type"; readonly resultType: string }
  | { readonly code: "input-not-allowed"; readonly method: string };

export type FindingCode = Trouble["code"];

export interface Finding {
  readonly code: FindingCode;
  /** Where in the checked value, as an RFC 6901 JSON pointer; of a missing member, its owner. */
  readonly pointer: string;
  readonly severity: Severity;
  /** The facts behind the code: what was expected, what was there, of which definition. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** One sentence for a person. */
  readonly words: string;
  /** The place in the specification where the rule stands. */
  readonly specUrl: string;
}

/**
 * A JSON pointer to a place in a value.
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */
export function pointerTo(path: readonly (string | number)[]): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

const limit = 60;

/** A value in few characters, for words and evidence. */
export function inShort(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > limit ? `${value.slice(0, limit)}…` : value);
  }
  return typeof value === "object" && value !== null
    ? Array.isArray(value)
      ? "an array"
      : "an object"
    : String(value);
}

function listed(values: readonly unknown[], last: string): string {
  const texts = values.map((value) => (typeof value === "string" ? value : String(value)));
  return texts.length < 2
    ? texts.join("")
    : `${texts.slice(0, -1).join(", ")} ${last} ${texts.at(-1)}`;
}

const article = (type: JsonType) =>
  type === "null" ? "null" : /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;

const quoted = (values: readonly unknown[]) => listed(values.map(inShort), "or");

/**
 * Says a trouble in one sentence.
 *
 * @param trouble what was found
 * @param subject what it was found at, as a sentence begins: `"name" of Tool`
 */
export function wordsFor(trouble: Trouble, subject: string): string {
  switch (trouble.code) {
    case "missing-member": {
      const values = trouble.expected ? ` (${quoted(trouble.expected)})` : "";
      return `${subject} lacks the required member ${inShort(trouble.member)}${values}.`;
    }
    case "wrong-type":
      return `${subject} must be ${listed(trouble.expected.map(article), "or")}, not ${article(trouble.actual)}.`;
    case "wrong-value":
      return `${subject} must be ${quoted(trouble.expected)}, not ${trouble.actual}.`;
    case "out-of-range":
      return trouble.minimum === undefined
        ? `${subject} must be at most ${trouble.maximum}.`
        : `${subject} must be at least ${trouble.minimum}.`;
    case "too-many-items":
      return `${subject} has ${trouble.actual} items; at most ${trouble.maximum} are allowed.`;
    case "no-alternative":
      return `${subject} fits none of ${listed(trouble.alternatives, "and")}.`;
    case "not-a-uri":
      return `${subject} should be an absolute URI, with a scheme such as https: or file:.`;
    case "not-base64":
      return `${subject} should be base64.`;
    case "too-deep":
      return `${subject} is nested more than ${trouble.limit} levels deep; what lies deeper was not checked.`;
    case "too-many-findings":
      return `There are more findings like these (${trouble.severity}); the first ${trouble.limit} are shown.`;
    case "unknown-definition":
      return `This revision has no definition named ${inShort(trouble.name)}.`;
    case "unknown-revision":
      return `The revision ${inShort(trouble.revision)} is not known here; checked as ${trouble.checkedAs}.`;
    case "not-a-message":
      return `${subject} is no JSON-RPC message: a message is an object with a method, a result or an error.`;
    case "result-and-error":
      return `${subject} has both a result and an error; a response has one of them.`;
    case "null-id":
      return "The id is null: JSON-RPC asks for that where the request's id could not be read, but this protocol has no null ids.";
    case "id-on-notification":
      return "A notification must not have an id.";
    case "batch-not-allowed":
      return "This revision has no batches: each message is sent by itself.";
    case "batch-not-mentioned":
      return "Batches are part of JSON-RPC, but this revision says nothing of them.";
    case "batch-empty":
      return "A batch must hold at least one message.";
    case "batch-mixed":
      return "A batch holds either requests and notifications or responses, not both.";
    case "batch-of-initialize":
      return "The initialize request must not be part of a batch.";
    case "request-from-server":
      return "In this revision a server must not send requests; it asks within its result.";
    case "response-from-client":
      return "In this revision a client does not send responses; it answers with a new request.";
    case "wrong-direction":
      return `${inShort(trouble.method)} is sent the other way only.`;
    case "method-of-other-revision":
      return `${inShort(trouble.method)} is not part of this revision, but of ${listed(trouble.revisions, "and")}.`;
    case "unknown-method":
      return `${inShort(trouble.method)} is no method of the specification; its parameters were not checked.`;
    case "unknown-result-type":
      return `The result type ${inShort(trouble.resultType)} is not of the core protocol; only a declared extension may use it.`;
    case "input-not-allowed":
      return `${inShort(trouble.method)} must not be answered by asking for input.`;
  }
}
