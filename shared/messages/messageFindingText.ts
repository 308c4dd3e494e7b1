/** Sentences for findings about the shape of one message, from `shared/protocol/check`. */
import { shortened, withArticle } from "../core/text/shortened.ts";
import type { FindingCode, FindingDetail } from "../protocol/check/checkFinding.ts";
import type { JsonType } from "../protocol/messages/schema.ts";

type Evidence = Readonly<Record<string, unknown>>;

/** Maximum characters of a string from a message in a sentence. */
const limit = 60;

function preview(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(shortened(value, limit));
  }
  return typeof value === "object" && value !== null && "type" in value
    ? withArticle(value.type as JsonType)
    : String(value);
}

function listed(values: readonly unknown[], last: string): string {
  const texts = values.map(String);
  return texts.length < 2
    ? texts.join("")
    : `${texts.slice(0, -1).join(", ")} ${last} ${texts.at(-1)}`;
}

const quoted = (values: readonly unknown[]) => listed(values.map(preview), "or");

const span = ([since, until]: readonly [string, string]) =>
  since === until ? since : `${since} to ${until}`;

/** The start of the sentence: what the finding is about. */
function subjectOf({ at, definition, list, item }: Evidence): string {
  const owner = typeof list === "string" ? ` of ${preview(list)}` : "";
  if (typeof at === "number") return `Item ${at}${owner}`;
  if (typeof at === "string") return `${preview(at)}${owner && ` of item ${item}${owner}`}`;
  return typeof definition === "string" ? definition : "This";
}

/** States a finding about the shape of a message in one sentence. */
export function messageFindingText(code: FindingCode, evidence: Evidence): string {
  const subject = subjectOf(evidence);
  const detail = { ...evidence, code } as FindingDetail;
  switch (detail.code) {
    case "missing-member": {
      const values = detail.expected ? ` (${quoted(detail.expected)})` : "";
      return `${subject} lacks the required member ${preview(detail.member)}${values}.`;
    }
    case "wrong-type":
      return `${subject} must be ${listed(detail.expected.map(withArticle), "or")}, not ${withArticle(detail.actual)}.`;
    case "wrong-value":
      return `${subject} must be ${quoted(detail.expected)}, not ${preview(detail.actual)}.`;
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
      return `${subject} is not a JSON-RPC message: a message is an object with a method, a result or an error. It is ${shortened(detail.text, limit)}`;
    case "result-and-error":
      return `${subject} has both a result and an error; a response has one of them.`;
    case "null-id":
      return "The id is null: JSON-RPC asks for that where the request's id could not be read, but this protocol has no null ids.";
    case "id-on-notification":
      return "A notification must not have an id.";
    case "batch-not-allowed":
      return "This revision has no batches: each message is sent separately.";
    case "batch-not-mentioned":
      return "Batches are part of JSON-RPC, but this revision does not mention them.";
    case "batch-empty":
      return "A batch must contain at least one message.";
    case "batch-mixed":
      return "A batch contains either requests and notifications or responses, not both.";
    case "batch-of-initialize":
      return "The initialize request must not be part of a batch.";
    case "request-from-server":
      return "In this revision a server must not send requests; it asks within its result.";
    case "response-from-client":
      return "In this revision a client does not send responses; it answers with a new request.";
    case "wrong-direction":
      return `${preview(detail.method)} is only sent in the other direction.`;
    case "method-of-other-revision":
      return `${preview(detail.method)} is not part of this revision, but of ${listed(detail.revisions.map(span), "and")}.`;
    case "unknown-method":
      return `${preview(detail.method)} is not a method of the specification; its parameters were not checked.`;
    case "unknown-result-type":
      return `The result type ${preview(detail.resultType)} is not part of the core protocol; only a declared extension may use it.`;
    case "input-not-allowed":
      return `${preview(detail.method)} must not be answered by asking for input.`;
  }
}
