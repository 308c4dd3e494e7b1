/** Describes what a check finds: a stable code, the place and the facts. */

import type { JsonType } from "../messages/schema.ts";
import type { Severity } from "../severity.ts";
import { valueTypeOf } from "./checkType.ts";

/** A value in evidence: a scalar as it is, an array or object by its type only. */
type ValueFact = string | number | boolean | null | { readonly type: JsonType };

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
  | {
      readonly code: "wrong-value";
      readonly expected: readonly unknown[];
      readonly actual: ValueFact;
    }
  | { readonly code: "out-of-range"; readonly minimum?: number; readonly maximum?: number }
  | { readonly code: "too-many-items"; readonly maximum: number; readonly actual: number }
  | { readonly code: "no-alternative"; readonly alternatives: readonly string[] }
  | { readonly code: "not-a-uri" }
  | { readonly code: "not-base64" }
  | { readonly code: "too-deep"; readonly limit: number }
  | { readonly code: "too-many-findings"; readonly limit: number; readonly severity: Severity }
  | { readonly code: "unknown-definition"; readonly name: string }
  | { readonly code: "unknown-revision"; readonly revision: string; readonly checkedAs: string }
  /** `text` is the beginning of its JSON. */
  | { readonly code: "not-a-message"; readonly text: string }
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
      /** The first and the last revision of each span that has it. */
      readonly revisions: readonly (readonly [since: string, until: string])[];
    }
  | { readonly code: "unknown-method"; readonly method: string }
  | { readonly code: "unknown-result-type"; readonly resultType: string }
  | { readonly code: "input-not-allowed"; readonly method: string };

export type FindingCode = FindingDetail["code"];

/** The place in a value that a finding is about; nothing for the value itself. */
export interface FindingPlace {
  readonly definition?: string;
  /** The member name or item index. */
  readonly at?: string | number;
  /** The member name of the inner list that has the item. */
  readonly list?: string;
  /** The index in that list. */
  readonly item?: number;
}

/** A code with its facts; `shared/messages` has the sentence. */
export type KnownSchemaFinding = {
  readonly [Detail in FindingDetail as Detail["code"]]: {
    readonly code: Detail["code"];
    readonly evidence: Omit<Detail, "code"> & FindingPlace;
  };
}[FindingCode];

export type SchemaFinding = KnownSchemaFinding & {
  /** JSON pointer into the checked value; for a missing member, to the object that lacks it. */
  readonly pointer: string;
  readonly severity: Severity;
  /** The address of the rule in the specification. */
  readonly specUrl: string;
};

/** The evidence for a value from a message. */
export function valueFact(value: unknown): ValueFact {
  return typeof value === "object" && value !== null
    ? { type: valueTypeOf(value) }
    : (value as ValueFact);
}
