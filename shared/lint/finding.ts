/** Defines a finding: the rule that an entry of the log breaks, how serious that is, and the evidence. */
import type { KnownAppFinding } from "../apps/appFinding.ts";
import type { KnownCause } from "../doctor/cause.ts";
import type { KnownEventFinding } from "../events/eventFinding.ts";
import type { MessageEntry } from "../log/entry.ts";
import type { KnownSchemaFinding } from "../protocol/check/checkFinding.ts";
import type { DeprecatedFeature } from "../protocol/deprecations.ts";
import type { JsonRpcId } from "../protocol/jsonRpc.ts";
import type { Severity } from "../protocol/severity.ts";
import type { KnownSkillFinding } from "../skills/skillFinding.ts";

type Nothing = Readonly<Record<never, never>>;

interface OfRequest {
  readonly method: string;
  /** The log entry of the request. */
  readonly request: number;
}

interface OfAnswer extends OfRequest {
  readonly id: JsonRpcId;
}

interface OfProgress extends OfRequest {
  readonly token: JsonRpcId;
}

interface OfResponse {
  /** The media type; empty if there is none. */
  readonly contentType: string;
  readonly status: number;
}

/**
 * The facts of each rule about the flow of messages, by its code; rules about the shape of one are in
 * {@link KnownSchemaFinding}.
 */
interface FlowEvidence {
  readonly "answer-after-cancel": OfAnswer;
  readonly "answer-on-listening-stream": OfAnswer;
  readonly "answer-on-other-stream": OfAnswer;
  /** `asked`: the same id as the other JSON type, if a request had it. */
  readonly "answer-to-unknown-id": { readonly id: JsonRpcId; readonly asked?: JsonRpcId };
  readonly "body-with-202": Nothing;
  readonly "byte-order-mark": { readonly format: "event-stream" | "json" };
  readonly "cancel-of-initialize": { readonly id: JsonRpcId };
  readonly "cancel-of-unknown-request": {
    readonly id: JsonRpcId;
    readonly era: "modern" | "legacy";
  };
  readonly "capability-not-declared": { readonly method: string; readonly capability: string };
  /** `answeredMethod`: of the request in whose response it came, if there was one. */
  readonly "change-outside-subscription": {
    readonly method: string;
    readonly answeredMethod?: string;
  };
  readonly "client-capability-not-declared": {
    readonly method: string;
    readonly capability: string;
  };
  readonly "deprecated-feature": { readonly feature: DeprecatedFeature };
  readonly "empty-answer": OfRequest;
  /** `before`: the log entry that had the id first. */
  readonly "event-id-reused": { readonly id: string; readonly before: number };
  readonly "event-never-ended": Nothing;
  readonly "get-without-stream": OfResponse;
  readonly "given-up": OfRequest & { readonly ms: number };
  readonly "invalid-utf8": { readonly offset: number };
  /** Estimated tokens of the larger part. */
  readonly "large-result": OfRequest & { readonly tokens: number; readonly limit: number };
  readonly "line-never-ended": Nothing;
  readonly "log-not-asked-for": { readonly method: string };
  /** Of a tool's schema: the place of the first keyword with a value that it cannot have. */
  readonly "malformed-schema": {
    readonly tool: string;
    readonly member: "inputSchema" | "outputSchema";
    readonly at: string;
    readonly found: string;
  };
  readonly "many-tools": { readonly count: number; readonly limit: number };
  readonly "message-after-answer": Nothing;
  readonly "message-after-close": Nothing;
  /** Bytes; without a limit if the check itself failed. */
  readonly "not-checked": { readonly size: number; readonly limit?: number };
  readonly "not-json": Pick<MessageEntry, "direction" | "carrier"> & { readonly line?: string };
  readonly "not-mcp": OfResponse;
  readonly "notice-on-subscription": { readonly method: string };
  /** The number of problems; pointer and keyword of the first one. */
  readonly "output-mismatch": {
    readonly tool: string;
    readonly count: number;
    readonly at: string;
    readonly keyword: string;
  };
  readonly "output-missing": { readonly tool: string };
  readonly "progress-after-answer": OfProgress & { readonly mayBeTask: boolean };
  readonly "progress-not-increasing": OfProgress & {
    readonly last: number;
    readonly progress: number;
  };
  readonly "progress-for-unknown-token": { readonly token: JsonRpcId };
  readonly redirected: { readonly to: string };
  readonly "request-before-initialized": {
    readonly method: string;
    readonly direction: MessageEntry["direction"];
  };
  /** `unansweredMethod`: of the request with the id, while it waits for its answer. */
  readonly "request-id-reused": {
    readonly id: JsonRpcId;
    readonly method: string;
    readonly before: number;
    readonly direction: MessageEntry["direction"];
    readonly unansweredMethod?: string;
  };
  readonly "request-only-accepted": Nothing;
  readonly "second-answer": OfAnswer;
  readonly "session-id-changed": Nothing;
  /** Undefined if the id is empty. */
  readonly "session-id-not-visible-ascii": { readonly position: number | undefined };
  readonly "session-in-modern-era": Nothing;
  readonly "slow-call": OfRequest & { readonly ms: number; readonly limit: number };
  /** `limit`: the bytes after which it was cut. */
  readonly "stream-broken": OfRequest & { readonly reason?: string; readonly limit?: number };
  readonly "stream-left-open": { readonly request: number | undefined; readonly ms: number };
  readonly "stream-without-answer": OfRequest;
  readonly "subscription-ended-silently": { readonly request: number };
  readonly "unknown-event": { readonly event: string };
  readonly "wrong-content-type": OfResponse;
  readonly "wrong-success-status": { readonly status: number };
}

export type FlowCode = keyof FlowEvidence;

/** A code of a flow rule with its facts. */
export type KnownFlowFinding<Code extends FlowCode = FlowCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly evidence: FlowEvidence[Each] };
}[Code];

/** A code with its facts, for a sentence. Codes are stable across versions. */
export type KnownFinding =
  | KnownSchemaFinding
  | KnownFlowFinding
  | KnownAppFinding
  | KnownSkillFinding
  | KnownEventFinding
  | KnownCause
  /** Reported by `check` alone. */
  | {
      readonly code: "optional-method-missing";
      readonly evidence: { readonly method: string };
    };

export type Finding = KnownFinding & {
  readonly severity: Severity;
  /** The log entry it is about. */
  readonly seq: number;
  /** The place in the entry's JSON, as an RFC 6901 JSON pointer; undefined if there is no single place. */
  readonly pointer?: string;
  /** The address of the rule in the specification. */
  readonly specUrl: string;
};
