/** Judges the flow of messages in a log, entry by entry: who answered what, when, how and where. */

import { decodeText } from "../core/bytes.ts";
import { readSseBlock } from "../core/sseBlock.ts";
import type { Entry, MessageEntry } from "../log/entry.ts";
import { latest, modernErrors } from "../mcp/revisions.ts";
import { BoundedMap } from "./boundedMap.ts";
import { type Asked, type Conversation, createConversation, findAsked } from "./conversation.ts";
import type { Finding } from "./finding.ts";
import { noteArrival, noteEntry, noteHead, openExchange } from "./follow.ts";
import { pageUrl } from "./pages.ts";
import type { EntryRule, HeadRule, Report, RuleContext } from "./rule.ts";
import { answeredId, judgeAnswer } from "./rules/answers.ts";
import { judgeCancelling } from "./rules/cancelling.ts";
import { judgeCapability } from "./rules/capabilities.ts";
import { judgeEncoding } from "./rules/encoding.ts";
import { judgeEvent } from "./rules/events.ts";
import { judgeExchangeEnd } from "./rules/exchangeEnd.ts";
import { judgeBody } from "./rules/httpBody.ts";
import { judgeResponse } from "./rules/httpResponse.ts";
import { judgeLateness } from "./rules/lateMessages.ts";
import { judgeNotice } from "./rules/notices.ts";
import { judgeJson } from "./rules/notJson.ts";
import { judgeProgress } from "./rules/progress.ts";
import { judgeRequest } from "./rules/requests.ts";
import { judgeSessionId } from "./rules/sessionId.ts";

const entryRules: readonly EntryRule[] = [
  judgeResponse,
  judgeSessionId,
  judgeBody,
  judgeEncoding,
  judgeEvent,
  judgeLateness,
  judgeExchangeEnd,
];

const headRules: readonly HeadRule[] = [
  judgeJson,
  judgeRequest,
  judgeAnswer,
  judgeProgress,
  judgeCancelling,
  judgeNotice,
  judgeCapability,
];

/** What the flow has to say of one entry. */
export interface Look {
  /** New findings; those about the end of an exchange may speak of an earlier entry. */
  readonly findings: readonly Finding[];
  /** The revision that the entry belongs to. */
  readonly revision: string;
  /** For each message in it: the request that it answers. */
  readonly answers: readonly (Readonly<Asked> | undefined)[];
  /** Whether it came with an HTTP status that refuses the request as such. */
  readonly isRefusal: boolean;
  /**
   * Whether it refuses a probe of the modern era. The server speaks an earlier revision then and has
   * promised nothing: whatever is found in it is only worth a note.
   */
  readonly isRefusedProbe: boolean;
}

export interface FlowLint {
  /**
   * Looks at the next entry of the log; each is to be given once, in order.
   * @param bytes what `EventLog.read` returns of it; without them the rules about bytes stay silent
   */
  look(entry: Entry, bytes?: Uint8Array): Look;
  /** Entries were missed: from here on, what seems to belong to nothing is only worth a note. */
  missed(): void;
}

/** How many connections are remembered. */
const most = 200;

/** Makes a flow lint that has seen nothing yet; what it remembers is bounded. */
export function createFlowLint(): FlowLint {
  const conversations = new BoundedMap<string, Conversation>(most);

  const conversationOf = ({ connectionId }: Entry): Conversation => {
    const known = conversations.get(connectionId);
    if (known) return known;
    const conversation = createConversation();
    conversations.set(connectionId, conversation);
    return conversation;
  };

  return {
    look(entry, bytes) {
      const conversation = conversationOf(entry);
      const { exchangeId } = entry;
      openExchange({ entry, conversation });
      const findings: Finding[] = [];
      const sight: RuleContext = {
        entry,
        bytes,
        block: bytes && isOfStream(entry) ? readSseBlock(decodeText(bytes)) : undefined,
        conversation,
        exchange: exchangeId === undefined ? undefined : conversation.exchanges.get(exchangeId),
        tell: (told) => findings.push(findingOf(told, entry, conversation)),
      };
      noteArrival(sight);
      const isRefusedProbe = isMessage(sight) && refusesProbe(sight);
      for (const judge of entryRules) judge(sight);
      const answers = isMessage(sight) ? lookAtMessages(sight) : [];
      noteEntry(sight);
      const { revision } = answers.find((asked) => asked) ?? conversation;
      return {
        findings: isRefusedProbe ? findings.map(asNote) : findings,
        revision: isRefusedProbe ? latest.legacy : revision,
        answers,
        isRefusedProbe,
        isRefusal: (sight.exchange?.response?.head.status ?? 0) >= 400,
      };
    },
    missed() {
      for (const conversation of conversations.values()) conversation.isWhole = false;
    },
  };
}

/** @returns for each message in the entry, the request that it answers */
function lookAtMessages(sight: RuleContext<MessageEntry>): readonly (Asked | undefined)[] {
  const { entry, conversation } = sight;
  return entry.heads.map((head, index) => {
    for (const judge of headRules) judge(head, sight);
    const id = entry.direction === "in" ? answeredId(head) : undefined;
    const asked = id === undefined ? undefined : findAsked(conversation, id, entry.exchangeId);
    noteHead(head, index, sight);
    return asked;
  });
}

/** Whether an answer to a probe says that the server is not of the modern era. */
function refusesProbe({ entry, exchange, conversation }: RuleContext<MessageEntry>): boolean {
  if (entry.direction !== "in" || conversation.hasAgreed) return false;
  const waiting = exchange ? exchange.asked.values() : conversation.asked.values();
  const [asked, ...others] = [...waiting].filter(({ answered }) => !answered);
  const isAnswer = entry.heads.every((head) => head.kind === "error" || head.kind === "invalid");
  if (!asked?.isProbe || others.length > 0 || !isAnswer) return false;
  return !entry.heads.some(({ kind, ...head }) => "code" in head && isModernError(head.code));
}

function isModernError(code: number | undefined): boolean {
  return Object.values<number | undefined>(modernErrors).includes(code);
}

/** A finding that fails nothing. */
export function asNote<F extends Pick<Finding, "severity">>(finding: F): F {
  return { ...finding, severity: "note" };
}

function isMessage(sight: RuleContext): sight is RuleContext<MessageEntry> {
  return sight.entry.kind === "message";
}

function isOfStream(entry: Entry): boolean {
  return (entry.kind === "message" || entry.kind === "frame") && entry.carrier === "sse";
}

function findingOf(told: Report, entry: Entry, conversation: Conversation): Finding {
  const { code, severity, page, words, evidence = {}, seq = entry.seq, revision } = told;
  const specUrl = pageUrl(revision ?? conversation.revision, page);
  return { code, severity, seq, evidence, words, specUrl };
}
