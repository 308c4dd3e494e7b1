/** Reads a message that passes a tap, and tests which rules are for it. */
import { idKey } from "../log/entry.ts";
import { type BodyText, parseFilter } from "../log/filter.ts";
import { classify, type MessageHead } from "../protocol/jsonRpc.ts";
import type { RuleWhere } from "./tapOrders.ts";

export interface TappedMessage {
  /** `out` goes to the server. */
  readonly direction: "out" | "in";
  readonly text: string;
  /** Several for a batch. */
  readonly heads: readonly MessageHead[];
  /** A response has its request's; empty if unknown. */
  readonly method: string;
  /** The name or URI in the request's params. */
  readonly subject: string;
  /** Whether it is the body of a request or an answer over HTTP, which holds no other message. */
  readonly isBody?: boolean;
}

/** Requests whose answer is awaited. */
const maxRequests = 1000;

/** Creates a function that reads the messages of one session in their order. */
export function createMessageReader(): (
  direction: TappedMessage["direction"],
  text: string,
) => TappedMessage {
  const requests = new Map<string, Pick<TappedMessage, "method" | "subject">>();

  return (direction, text) => {
    const heads = headsOf(text);
    const asked = heads.find((head) => head.kind === "request" || head.kind === "notification");
    let about = {
      method: asked?.method ?? "",
      subject: (asked && "subject" in asked && asked.subject) || "",
    };
    for (const head of heads) {
      if (head.kind === "request") {
        requests.set(direction + idKey(head.id), about);
        const [oldest] = requests.keys();
        if (oldest !== undefined && requests.size > maxRequests) requests.delete(oldest);
      } else if ((head.kind === "result" || head.kind === "error") && head.id !== null) {
        const key = (direction === "in" ? "out" : "in") + idKey(head.id);
        about = requests.get(key) ?? about;
        requests.delete(key);
      }
    }
    return { direction, text, heads, ...about };
  };
}

function headsOf(text: string): readonly MessageHead[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.length > 0 ? value.map(classify) : [classify(value)];
  } catch {
    return [{ kind: "invalid", reason: "not-json" }];
  }
}

/** @returns a function that tests whether a rule is for a message */
export function createMatcher(where: RuleWhere): (message: TappedMessage) => boolean {
  const { direction, method, subject } = where;
  const filter = parseFilter(where.filter);
  return (message) =>
    (direction === "both" || direction === message.direction) &&
    (method === "" || method === message.method) &&
    (subject === "" || subject === message.subject) &&
    (filter?.matches(filterSubject(message)) ?? true);
}

function filterSubject({ direction, text, heads, method, subject }: TappedMessage) {
  const excerpts = heads.map((head) => ("excerpt" in head && head.excerpt) || "");
  return {
    direction,
    row: () => ({
      kinds: heads.map(({ kind }) => kind),
      method,
      subject,
      summary: excerpts.join(" "),
      tone: heads.some(({ kind }) => kind === "error" || kind === "invalid")
        ? "violation"
        : "plain",
      ids: heads.flatMap((head) =>
        "id" in head && head.id !== undefined && head.id !== null ? [String(head.id)] : [],
      ),
      status: undefined,
      logs: heads.flatMap((head) => ("log" in head && head.log ? [head.log] : [])),
    }),
    // whoever caused it is behind the client; findings and names of servers are the page's
    initiator: () => undefined,
    findings: () => [],
    isOfServer: () => true,
    holds: ({ isIn }: BodyText) => isIn(text.toLowerCase()),
  };
}
