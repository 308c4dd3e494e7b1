/** Defines a finding: the rule that an entry of the log breaks, how serious that is, and the evidence. */
import type { AppFindingCode } from "../apps/appFinding.ts";
import type { DoctorCause } from "../doctor/cause.ts";
import type {
  FindingCode,
  SchemaFinding as MessageFinding,
} from "../protocol/check/checkFinding.ts";

/** Codes of the rules about the flow of messages; those about the shape of one are in {@link FindingCode}. */
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
  | "client-capability-not-declared"
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
  | "output-mismatch"
  | "output-missing"
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
  /** Stable across versions; `optional-method-missing` is reported by `check` alone. */
  readonly code: FindingCode | FlowCode | AppFindingCode | DoctorCause | "optional-method-missing";
  /** The log entry it is about. */
  readonly seq: number;
  /** The place in the entry's JSON, as an RFC 6901 JSON pointer; undefined if there is no single place. */
  readonly pointer?: string;
}
