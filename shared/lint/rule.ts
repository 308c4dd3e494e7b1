/** What a rule gets to see, and how it tells what it found. */
import type { MessageHead } from "../core/jsonRpc.ts";
import type { SseBlock } from "../core/sseBlock.ts";
import type { Entry, MessageEntry } from "../log/entry.ts";
import type { Severity } from "../mcp/check/checkFinding.ts";
import type { Conversation, Exchange } from "./conversation.ts";
import type { FlowCode } from "./finding.ts";
import type { Page } from "./pages.ts";

/** A finding as a rule states it. */
export interface Report {
  readonly code: FlowCode;
  readonly severity: Severity;
  /** Where the rule stands. */
  readonly page: Page;
  /** What happened, why that matters, what to do. */
  readonly words: string;
  readonly evidence?: Readonly<Record<string, unknown>>;
  /** The entry it speaks of, where that is another one. */
  readonly seq?: number;
  /** The revision whose rule it is, where that is not the conversation's. */
  readonly revision?: string;
}

/** One entry, as everything before it makes it appear. */
export interface RuleContext<E extends Entry = Entry> {
  readonly entry: E;
  /** The entry's bytes, where they were read. */
  readonly bytes: Uint8Array | undefined;
  /** The event in the bytes, for those of an event stream. */
  readonly block: SseBlock | undefined;
  readonly conversation: Conversation;
  /** The HTTP exchange it belongs to. */
  readonly exchange: Exchange | undefined;
  /** Adds a finding. */
  tell(told: Report): void;
}

/** Judges an entry. */
export type EntryRule = (sight: RuleContext) => void;

/** Judges a message; in a batch each one is judged before the next is taken note of. */
export type HeadRule = (head: MessageHead, sight: RuleContext<MessageEntry>) => void;
