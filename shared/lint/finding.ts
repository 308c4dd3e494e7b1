/** What is noticed about an entry of the log: a rule, how sure it is broken, and words for people. */
import type { FindingCode, Finding as MessageFinding } from "../mcp/check/checkFinding.ts";

/** The rules about the flow of messages, beside those about the shape of one. */
export type FlowCode =
  | "answer-after-cancel"
  | "answer-on-listening-stream"
  | "answer-on-other-stream"
  | "answer-to-unknown-id"
  | "body-with-202"
  | "byte-order-mark"
  | "cancel-of-initialize"
  | "cancel-of-unknown-request"
  | "capability-not-declared"
  | "change-outside-subscription"
  | "empty-answer"
  | "event-id-reused"
  | "event-never-ended"
  | "get-without-stream"
  | "given-up"
  | "invalid-utf8"
  | "line-never-ended"
  | "log-not-asked-for"
  | "message-after-answer"
  | "message-after-close"
  | "not-checked"
  | "not-json"
  | "not-mcp"
  | "notice-on-subscription"
  | "optional-method-missing"
  | "progress-after-answer"
  | "progress-not-increasing"
  | "progress-for-unknown-token"
  | "redirected"
  | "request-before-initialized"
  | "request-id-reused"
  | "request-only-accepted"
  | "second-answer"
  | "session-id-changed"
  | "session-id-not-visible-ascii"
  | "session-in-modern-era"
  | "stream-broken"
  | "stream-left-open"
  | "stream-without-answer"
  | "subscription-ended-silently"
  | "unknown-event"
  | "wrong-content-type"
  | "wrong-success-status";

export interface Finding extends Omit<MessageFinding, "code" | "pointer"> {
  /** Stays the same from version to version. */
  readonly code: FindingCode | FlowCode;
  /** The entry of the log that it speaks of. */
  readonly seq: number;
  /** Where in the entry's JSON, as an RFC 6901 JSON pointer; undefined where it is about no place in it. */
  readonly pointer?: string;
}
