/** Records the session of the active connection for sharing. */
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { Entry, MessageEntry } from "../../../shared/log/entry.ts";
import type { EventLog, Snapshot } from "../../../shared/log/eventLog.ts";
import { createMessagePairs } from "../../../shared/log/messagePairs.ts";
import {
  type ConnectionFacts,
  type CreatedRecording,
  createRecording,
  type RecordingOptions,
} from "../../../shared/recording/createRecording.ts";
import { startSlices } from "../../platform/slices.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import type { Server, ServersState } from "../../servers/store/server.ts";
import { secretsOfServers } from "../../servers/store/sessionSecrets.ts";
import { type Attempts, connectionIds, sessionEntries } from "./sessionEntries.ts";

/** What the user decided in the preview. */
export interface ShareChoices {
  /** Messages that are left out, by `seq`. */
  readonly excluded: ReadonlySet<number>;
  /** Whether server output and events of the client are included. */
  readonly hasEvents: boolean;
  /** Conversations of Chat that are included; none by default. */
  readonly conversations?: readonly JsonObject[] | undefined;
  /** Texts to mask wherever they occur. */
  readonly masked: readonly string[];
  /** Whether values that look like secrets stay as they are. */
  readonly keepsSecrets: boolean;
}

interface RecordSessionOptions extends Pick<RecordingOptions, "head" | "timeOrigin"> {
  readonly log: EventLog;
  /** Undefined before the first connection. */
  readonly server: Server | undefined;
  readonly servers: ServersState;
  readonly choices: ShareChoices;
}

/**
 * Builds the recording of a session by the choices of the user; without messages it is the server and
 * the selected item only.
 */
export async function recordSession(options: RecordSessionOptions): Promise<CreatedRecording> {
  const { log, server, servers, choices, head, timeOrigin } = options;
  const snapshot = log.snapshot();
  const entries = server ? sessionEntries(snapshot, server, servers) : [];
  const isWhole = entries.some(({ kind, seq }) => kind === "message" && !choices.excluded.has(seq));
  const created = await createRecording({
    snapshot,
    read: log.read,
    connections:
      server && isWhole ? connectionsOf(snapshot, server, servers) : new Map<string, never>(),
    head,
    knownSecrets: secretsOfServers(servers),
    pauseIfDue: startSlices(),
    ...(timeOrigin === undefined ? {} : { timeOrigin }),
    ...(isWhole && choices.conversations ? { conversations: choices.conversations } : {}),
    choices: {
      include: isWhole ? includedSeqs(entries, choices) : new Set(),
      chosen: choices.masked,
      keepsDetected: choices.keepsSecrets,
    },
  });
  if (isWhole) return created;
  const {
    entries: _,
    connections: __,
    startedAt: ___,
    leftOut: ____,
    ...small
  } = created.recording;
  return { ...created, recording: small };
}

/** An exchange is left out when all of its messages are. */
function includedSeqs(entries: readonly Entry[], choices: ShareChoices): ReadonlySet<number> {
  const { excluded, hasEvents } = choices;
  const kept = new Set<string>();
  for (const { kind, seq, exchangeId } of entries) {
    if (kind === "message" && !excluded.has(seq) && exchangeId) kept.add(exchangeId);
  }
  const withMessages = new Set(
    entries.flatMap(({ kind, exchangeId }) => (kind === "message" && exchangeId ? exchangeId : [])),
  );
  const included = entries.filter(({ kind, seq, exchangeId }) => {
    if (kind === "message") return !excluded.has(seq);
    if (exchangeId && withMessages.has(exchangeId)) return kept.has(exchangeId);
    return hasEvents;
  });
  return new Set(included.map(({ seq }) => seq));
}

/** The facts about the connections of a server, by their id in the log. */
export function connectionsOf(snapshot: Snapshot, server: Server, attempts: Attempts) {
  const { target, connection } = server;
  const view = connection && connectedView({ connection, state: connection.state.getState() });
  const facts = new Map<string, ConnectionFacts>();
  for (const id of connectionIds(snapshot, server, attempts)) facts.set(id, { target });
  if (view) {
    const { revision, serverInfo, capabilities, instructions } = view.client.agreement;
    facts.set(view.connection.id, {
      target,
      transport: view.client.transport.kind,
      revision,
      serverInfo: { ...serverInfo },
      capabilities: capabilities as JsonObject,
      ...(instructions === undefined ? {} : { instructions }),
    });
  }
  return facts;
}

/** The messages of a session, which the user ticks one by one. */
export function messagesOf(entries: readonly Entry[]): readonly MessageEntry[] {
  return entries.filter((entry): entry is MessageEntry => entry.kind === "message");
}

/**
 * The polls of tasks that brought nothing new: requests and answers whose state is that of the poll,
 * or of the creation of the task, before.
 */
export function repeatedPolls(messages: readonly MessageEntry[]): ReadonlySet<number> {
  const pairs = createMessagePairs();
  pairs.update({ entries: messages, length: messages.length });
  const states = new Map<string, string>();
  const repeated = new Set<number>();
  for (const { seq, connectionId, heads } of messages) {
    for (const head of heads) {
      if (head.kind !== "result" || head.task?.status === undefined) continue;
      const { id, status, excerpt } = head.task;
      const key = `${connectionId} ${id}`;
      const state = JSON.stringify([status, excerpt]);
      const pair = pairs.of(seq);
      if (pair?.method === "tasks/get" && states.get(key) === state) {
        repeated.add(pair.other).add(seq);
      }
      states.set(key, state);
    }
  }
  return repeated;
}
