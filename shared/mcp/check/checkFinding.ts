/** Describes what a check finds: code, facts and one sentence. */
import type { JsonType } from "../messages/schema.ts";

/**
 * A violation breaks a rule of the revision, a warning points at a likely mistake or another
 * document's rule, a note is information.
 */
export type Severity = "violation" | "warning" | "note";

/** A stable code with the facts behind it. */
export type FindingDetail =
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

export type FindingCode = FindingDetail["code"];

export interface Finding {
  readonly code: FindingCode;
  /** JSON pointer into the checked value; for a missing member, to the object that lacks it. */
  readonly pointer: string;
  readonly severity: Severity;
  /** The facts behind the code: expected and actual value, definition. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** One sentence that states the finding. */
  readonly words: string;
  /** The address of the rule in the specification. */
  readonly specUrl: string;
}

/**
 * Formats a path as a JSON pointer.
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */
export function pointerTo(path: readonly (string | number)[]): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

const limit = 60;

/** Shortens a value for sentences and evidence. */
export function preview(value: unknown): string {
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

const quoted = (values: readonly unknown[]) => listed(values.map(preview), "or");

/**
 * States a finding in one sentence.
 *
 * @param detail the code and its facts
 * @param subject the start of the sentence, such as `"name" of Tool`
 */
export function sentenceFor(detail: FindingDetail, subject: string): string {
  switch (detail.code) {
    case "missing-member": {
      const values = detail.expected ? ` (${quoted(detail.expected)})` : "";
      return `${subject} lacks the required member ${preview(detail.member)}${values}.`;
    }
    case "wrong-type":
      return `${subject} must be ${listed(detail.expected.map(article), "or")}, not ${article(detail.actual)}.`;
    case "wrong-value":
      return `${subject} must be ${quoted(detail.expected)}, not ${detail.actual}.`;
    case "out-of-range":
      return detail.minimum === undefined
        ? `${subject} must be at most ${detail.maximum}.`
        : `${subject} must be at least ${detail.minimum}.`;
    case "too-many-items":
      return `${subject} has ${detail.actual} items; at most ${detail.maximum} are allowed.`;
    case "no-alternative":
      return `${subject} fits none of ${listed(detail.alternatives, "and")}.`;
    case "not-a-uri":
      return `${subject} should be an absolute URI, with a scheme such as https: or file:.`;
    case "not-base64":
      return `${subject} should be base64.`;
    case "too-deep":
      return `${subject} is nested more than ${detail.limit} levels deep; deeper levels were not checked.`;
    case "too-many-findings":
      return `There are more findings like these (${detail.severity}); the first ${detail.limit} are shown.`;
    case "unknown-definition":
      return `This revision has no definition named ${preview(detail.name)}.`;
    case "unknown-revision":
      return `The revision ${preview(detail.revision)} is not known here; checked as ${detail.checkedAs}.`;
    case "not-a-message":
      return `${subject} is not a JSON-RPC message: a message is an object with a method, a result or an error.`;
    case "result-and-error":
      return `${subject} has both a result and an error; a response has one of them.`;
    case "null-id":
      return "The id is null: JSON-RPC asks for that where the request's id could not be read, but this protocol has no null ids.";
    case "id-on-notification":
      return "A notification must not have an id.";
    case "batch-not-allowed":
      return "This revision has no batches: each message is sent by itself.";
    case "batch-not-mentioned":
      return "Batches are part of JSON-RPC, but this revision does not mention them.";
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
      return `${preview(detail.method)} is only sent in the other direction.`;
    case "method-of-other-revision":
      return `${preview(detail.method)} is not part of this revision, but of ${listed(detail.revisions, "and")}.`;
    case "unknown-method":
      return `${preview(detail.method)} is not a method of the specification; its parameters were not checked.`;
    case "unknown-result-type":
      return `The result type ${preview(detail.resultType)} is not part of the core protocol; only a declared extension may use it.`;
    case "input-not-allowed":
      return `${preview(detail.method)} must not be answered by asking for input.`;
  }
}
