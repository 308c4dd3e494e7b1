/** Defines the input of a flow rule and the report it makes. */

import type { Entry, MessageEntry } from "../log/entry.ts";
import type { MessageHead } from "../protocol/jsonRpc.ts";
import type { Severity } from "../protocol/severity.ts";
import type { SseBlock } from "../protocol/sseBlock.ts";
import type { CheckedConnection, CheckedHttpExchange } from "./connectionState.ts";
import type { KnownFlowFinding } from "./finding.ts";
import type { SpecPage } from "./specPages.ts";

/** A finding as a rule reports it: a code with evidence, without text. */
export type Report = KnownFlowFinding & {
  readonly severity: Severity;
  readonly page: SpecPage;
  /** The entry it is about, if that is not the one being checked. */
  readonly seq?: number;
  /** The revision whose rule it is, if that is not the connection's. */
  readonly revision?: string;
};

/** The entry being checked, with the state that earlier entries left. */
export interface RuleContext<E extends Entry = Entry> {
  readonly entry: E;
  /** The entry's bytes, if they were read. */
  readonly bytes: Uint8Array | undefined;
  /** The event in the bytes, for an entry of an event stream. */
  readonly block: SseBlock | undefined;
  /** The text of the message or batch in the bytes; empty without bytes. Read once for all rules. */
  text(): string;
  /** The messages in the text, parsed once. */
  messages(): readonly unknown[];
  readonly connection: CheckedConnection;
  readonly exchange: CheckedHttpExchange | undefined;
  report(finding: Report): void;
}

export type EntryRule = (context: RuleContext) => void;

/**
 * Checks a message; in a batch each one is checked before the state is updated with it.
 * @param index of the message in its entry
 */
export type HeadRule = (
  head: MessageHead,
  context: RuleContext<MessageEntry>,
  index: number,
) => void;
