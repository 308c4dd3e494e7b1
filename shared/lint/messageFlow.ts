/** Checks the flow of messages in a log, entry by entry: ids, answers, streams, sessions, progress. */

import { decodeText } from "../core/bytes.ts";
import type { Entry, MessageEntry } from "../log/entry.ts";
import { messageText } from "../log/messageText.ts";
import { latest, modernErrors } from "../protocol/revisions.ts";
import { readSseBlock } from "../protocol/sseBlock.ts";
import {
  type CheckedConnection,
  createConnectionState,
  findRequest,
  type TrackedRequest,
} from "./connectionState.ts";
import type { Finding } from "./finding.ts";
import type { EntryRule, HeadRule, Report, RuleContext } from "./rule.ts";
import { answeredId, checkAnswer } from "./rules/answerRules.ts";
import { checkCancellation } from "./rules/cancellation.ts";
import { checkCapability } from "./rules/capabilities.ts";
import { checkClientCapability } from "./rules/capabilityRules.ts";
import {
  checkDeprecated,
  checkDeprecatedTransport,
  checkRegistration,
} from "./rules/deprecated.ts";
import { checkEncoding } from "./rules/encoding.ts";
import { checkEvent } from "./rules/events.ts";
import { checkExchangeEnd } from "./rules/exchangeEnd.ts";
import { checkHostLimits } from "./rules/hostLimits.ts";
import { checkBody } from "./rules/httpBody.ts";
import { checkResponse } from "./rules/httpResponse.ts";
import { checkLateMessage } from "./rules/lateMessages.ts";
import { checkNotification } from "./rules/notifications.ts";
import { checkJson } from "./rules/notJson.ts";
import { checkProgress } from "./rules/progressRules.ts";
import { checkRequest } from "./rules/requests.ts";
import { checkSessionId } from "./rules/sessionId.ts";
import { specPageUrl } from "./specPages.ts";
import { checkToolSchemas } from "./toolSchemas.ts";
import {
  openExchange,
  updateAfterRules,
  updateBeforeRules,
  updateWithMessage,
} from "./updateState.ts";

const entryRules: readonly EntryRule[] = [
  checkResponse,
  checkSessionId,
  checkBody,
  checkEncoding,
  checkEvent,
  checkLateMessage,
  checkExchangeEnd,
  checkDeprecatedTransport,
  checkRegistration,
];

const headRules: readonly HeadRule[] = [
  checkJson,
  checkRequest,
  checkAnswer,
  checkProgress,
  checkCancellation,
  checkNotification,
  checkCapability,
  checkClientCapability,
  checkDeprecated,
  checkHostLimits,
  checkToolSchemas,
];

export interface FlowResult {
  /** New findings; those about the end of an exchange may be about an earlier entry. */
  readonly findings: readonly Finding[];
  /** The revision that the entry belongs to. */
  readonly revision: string;
  readonly answers: readonly (Readonly<TrackedRequest> | undefined)[];
  /** Whether the HTTP status rejects the request (400 and above). */
  readonly isRefusal: boolean;
  /** Whether it is the body of a 202, which must be empty: what it contains does not matter. */
  readonly isSuperfluous: boolean;
  /**
   * Whether it rejects a probe for the modern era. Such a server uses an earlier revision whose rules
   * do not cover the probe, so findings about the entry become notes.
   */
  readonly isRefusedProbe: boolean;
}

export interface FlowChecker {
  /**
   * Checks the next entry of the log; pass each entry once, in order.
   * @param bytes what `EventLog.read` returns for it; without them the rules about bytes report nothing
   */
  check(entry: Entry, bytes?: Uint8Array): FlowResult;
  /** Notes that entries were skipped: messages that match no request then become notes. */
  markGap(): void;
}

/** Creates a checker without state. */
export function createFlowChecker(): FlowChecker {
  const connections = new Map<string, CheckedConnection>();

  const connectionOf = ({ connectionId }: Entry): CheckedConnection => {
    const known = connections.get(connectionId);
    if (known) return known;
    const connection = createConnectionState();
    connections.set(connectionId, connection);
    return connection;
  };

  return {
    check(entry, bytes) {
      const connection = connectionOf(entry);
      const { exchangeId } = entry;
      openExchange({ entry, connection });
      const findings: Finding[] = [];
      const context: RuleContext = {
        entry,
        bytes,
        block: bytes && isOfStream(entry) ? readSseBlock(decodeText(bytes)) : undefined,
        ...readOnce(entry, bytes),
        connection,
        exchange: exchangeId === undefined ? undefined : connection.exchanges.get(exchangeId),
        report: (finding) => findings.push(findingOf(finding, entry, connection)),
      };
      updateBeforeRules(context);
      const isRefusedProbe = isMessage(context) && refusesProbe(context);
      for (const checkRule of entryRules) checkRule(context);
      const answers = isMessage(context) ? checkMessages(context) : [];
      updateAfterRules(context);
      const { revision } = answers.find((request) => request) ?? connection;
      return {
        findings: isRefusedProbe ? findings.map(asNote) : findings,
        revision: isRefusedProbe ? latest.legacy : revision,
        answers,
        isRefusedProbe,
        isSuperfluous: isSuperfluous(context),
        isRefusal: (context.exchange?.response?.head.status ?? 0) >= 400,
      };
    },
    markGap() {
      for (const connection of connections.values()) connection.isWhole = false;
    },
  };
}

/** A batch may have thousands of messages, and each rule looks at each of them. */
function readOnce(entry: Entry, bytes: Uint8Array | undefined) {
  let read: string | undefined;
  let parsed: readonly unknown[] | undefined;
  const text = () => {
    read ??= bytes && entry.kind === "message" ? messageText(entry.carrier, bytes) : "";
    return read;
  };
  const messages = () => {
    if (parsed) return parsed;
    const value: unknown = text() === "" ? [] : JSON.parse(text());
    parsed = Array.isArray(value) ? value : [value];
    return parsed;
  };
  return { text, messages };
}

/** @returns the request that each message of the entry answers */
function checkMessages(
  context: RuleContext<MessageEntry>,
): readonly (TrackedRequest | undefined)[] {
  const { entry, connection } = context;
  return entry.heads.map((head, index) => {
    for (const checkRule of isSuperfluous(context) ? [] : headRules)
      checkRule(head, context, index);
    const id = entry.direction === "in" ? answeredId(head) : undefined;
    const request = id === undefined ? undefined : findRequest(connection, id, entry.exchangeId);
    updateWithMessage(head, index, context);
    return request;
  });
}

function isSuperfluous({ entry, exchange }: RuleContext): boolean {
  return entry.direction === "in" && exchange?.response?.head.status === 202;
}

/** Whether an answer to a probe shows that the server is not of the modern era. */
function refusesProbe({ entry, exchange, connection }: RuleContext<MessageEntry>): boolean {
  if (entry.direction !== "in" || connection.hasAgreed) return false;
  const waiting = exchange ? exchange.requests.values() : connection.requests.values();
  const [request, ...others] = [...waiting].filter(({ answered }) => !answered);
  // a line of standard output without an id is no answer
  const isAnswer = entry.heads.every(
    (head) =>
      head.kind === "error" ||
      (head.kind === "invalid" && (entry.carrier !== "stdio" || head.id !== undefined)),
  );
  if (!request?.isProbe || others.length > 0 || !isAnswer) return false;
  return !entry.heads.some(({ kind, ...head }) => "code" in head && isModernError(head.code));
}

function isModernError(code: number | undefined): boolean {
  return Object.values<number | undefined>(modernErrors).includes(code);
}

/** Lowers a finding to a note. */
export function asNote<F extends Pick<Finding, "severity">>(finding: F): F {
  return { ...finding, severity: "note" };
}

function isMessage(context: RuleContext): context is RuleContext<MessageEntry> {
  return context.entry.kind === "message";
}

function isOfStream(entry: Entry): boolean {
  return (entry.kind === "message" || entry.kind === "frame") && entry.carrier === "sse";
}

function findingOf(reported: Report, entry: Entry, connection: CheckedConnection): Finding {
  const { page, seq = entry.seq, revision, ...known } = reported;
  return { ...known, seq, specUrl: specPageUrl(revision ?? connection.revision, page) };
}
