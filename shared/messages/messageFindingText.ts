/** Sentences for findings about the shape of one message, from `shared/protocol/check`. */
import { shortened, withArticle } from "../core/text/shortened.ts";
import type { FindingPlace, KnownSchemaFinding } from "../protocol/check/checkFinding.ts";
import type { JsonType } from "../protocol/messages/schema.ts";

/** Maximum characters of a string from a message in a sentence. */
const limit = 60;

/** A value of a message as a sentence shows it. */
export function preview(value: unknown): string {
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

/** Values of which one is meant. */
export const alternatives = (values: readonly unknown[]) => listed(values.map(preview), "or");

/** JSON types of which one is meant. */
export const typesText = (types: readonly JsonType[]) => listed(types.map(withArticle), "or");

const span = ([since, until]: readonly [string, string]) =>
  since === until ? since : `${since} to ${until}`;

/** The start of the sentence: what the finding is about. */
function subjectOf({ at, definition = "This", list, item }: FindingPlace): string {
  const owner = list === undefined ? "" : ` of ${preview(list)}`;
  if (typeof at === "number") return `Item ${at}${owner}`;
  if (typeof at === "string") return `${preview(at)}${owner && ` of item ${item}${owner}`}`;
  return definition;
}

/** States a finding about the shape of a message in one sentence. */
export function messageFindingText(found: KnownSchemaFinding): string {
  const subject = subjectOf(found.evidence);
  switch (found.code) {
    case "missing-member": {
      const values = found.evidence.expected ? ` (${alternatives(found.evidence.expected)})` : "";
      return `${subject} lacks the required member ${preview(found.evidence.member)}${values}.`;
    }
    case "wrong-type":
      return `${subject} must be ${typesText(found.evidence.expected)}, not ${withArticle(found.evidence.actual)}.`;
    case "wrong-value":
      return `${subject} must be ${alternatives(found.evidence.expected)}, not ${preview(found.evidence.actual)}.`;
    case "out-of-range":
      return found.evidence.minimum === undefined
        ? `${subject} must be at most ${found.evidence.maximum}.`
        : `${subject} must be at least ${found.evidence.minimum}.`;
    case "too-many-items":
      return `${subject} has ${found.evidence.actual} items; at most ${found.evidence.maximum} are allowed.`;
    case "no-alternative":
      return `${subject} fits none of ${listed(found.evidence.alternatives, "and")}.`;
    case "not-a-uri":
      return `${subject} should be an absolute URI, with a scheme such as https: or file:.`;
    case "not-base64":
      return `${subject} should be base64.`;
    case "too-deep":
      return `${subject} is nested more than ${found.evidence.limit} levels deep; deeper levels were not checked.`;
    case "too-many-findings":
      return `There are more findings like these (${found.evidence.severity}); the first ${found.evidence.limit} are shown.`;
    case "unknown-definition":
      return `This revision has no definition named ${preview(found.evidence.name)}.`;
    case "unknown-revision":
      return `The revision ${preview(found.evidence.revision)} is not known here; checked as ${found.evidence.checkedAs}.`;
    case "not-a-message":
      return `${subject} is not a JSON-RPC message: a message is an object with a method, a result or an error. It is ${shortened(found.evidence.text, limit)}`;
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
      return `${preview(found.evidence.method)} is only sent in the other direction.`;
    case "method-of-other-revision":
      return `${preview(found.evidence.method)} is not part of this revision, but of ${listed(found.evidence.revisions.map(span), "and")}.`;
    case "unknown-method":
      return `${preview(found.evidence.method)} is not a method of the specification; its parameters were not checked.`;
    case "unknown-result-type":
      return `The result type ${preview(found.evidence.resultType)} is not part of the core protocol; only a declared extension may use it.`;
    case "input-not-allowed":
      return `${preview(found.evidence.method)} must not be answered by asking for input.`;
  }
}
