/** Defines what follows one session of a client to say what it did. */
import type { Entry, MessageEntry } from "../../log/entry.ts";
import type { MessageHead } from "../../protocol/jsonRpc.ts";
import type { ActFacts } from "./actFacts.ts";
import {
  type ClientAct,
  type ClientActCode,
  type ClientActState,
  type MissingStep,
  patienceMs,
} from "./clientAct.ts";

export interface SeenMessage {
  readonly head: MessageHead;
  readonly entry: MessageEntry;
  readonly facts: ActFacts;
  /** `tap`: neither the client nor the server sent it. */
  readonly from: "client" | "server" | "tap";
}

export interface SessionWatcher {
  message?(seen: SeenMessage): void;
  /** Any other entry of the session. */
  entry?(entry: Exclude<Entry, MessageEntry>): void;
  /** There are no more entries. */
  end?(): void;
}

export interface SessionScope {
  /** Whether the log holds the session from its first message on. */
  readonly isWhole: boolean;
  /** Whether another session of the client began after a time. */
  readonly isFollowed: (at: number) => boolean;
  add(
    code: ClientActCode,
    state: ClientActState,
    seqs: readonly number[],
    more?: Partial<Pick<ClientAct, "method" | "count" | "ms" | "missing">>,
  ): void;
  /** States what has not happened since an entry. */
  pending(
    code: ClientActCode,
    entry: Entry,
    method: string,
    missing?: readonly MissingStep[],
  ): void;
}

/** @param end when the session was looked at last; `hasEnded`: nothing more can come */
export function createPending(
  add: SessionScope["add"],
  end: number,
  hasEnded: boolean,
): SessionScope["pending"] {
  return (code, entry, method, missing = []) => {
    const ms = end - entry.at;
    const state = ms >= patienceMs || hasEnded ? "failed" : "open";
    add(code, state, [entry.seq], { method, ms, ...(missing.length > 0 ? { missing } : {}) });
  };
}

/** States at the end what was seen often: the newest proof, and how often. */
export function createTally(add: SessionScope["add"], code: ClientActCode) {
  let count = 0;
  let proof: readonly number[] = [];
  let broken: { readonly seqs: readonly number[]; readonly method: string } | undefined;
  let breaks = 0;
  return {
    keep(seqs: readonly number[]) {
      count++;
      proof = seqs;
    },
    /** The first of what breaks it proves it. */
    break(seqs: readonly number[], method = "") {
      breaks++;
      broken ??= { seqs, method };
    },
    /** @param state of what breaks it */
    end(state: "failed" | "warning" = "failed") {
      if (broken) add(code, state, broken.seqs, { method: broken.method, count: breaks });
      else if (count > 0) add(code, "ok", proof, { count });
    },
  };
}
