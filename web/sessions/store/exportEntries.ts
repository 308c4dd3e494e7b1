/** Exports messages of the log as text, with the masking of recordings. */
import { parseTarget } from "../../../shared/config/target.ts";
import { decodeText, encodeText } from "../../../shared/core/bytes.ts";
import type { Entry, HttpRequestEntry } from "../../../shared/log/entry.ts";
import type { EventLog, Snapshot } from "../../../shared/log/eventLog.ts";
import { spansOf } from "../../../shared/log/mask.ts";
import { createMessagePairs } from "../../../shared/log/messagePairs.ts";
import { messageText } from "../../../shared/log/messageText.ts";
import {
  type ConnectionFacts,
  type CreatedRecording,
  createRecording,
  sharedServer,
} from "../../../shared/recording/createRecording.ts";
import { curlOf } from "../../../shared/recording/export/curl.ts";
import type { ExportFormat } from "../../../shared/recording/export/exportFormats.ts";
import { exportRecording } from "../../../shared/recording/export/exportRecording.ts";
import { powerShellOf } from "../../../shared/recording/export/powerShell.ts";
import { createRedactor } from "../../../shared/recording/redaction/redactor.ts";
import { startSlices } from "../../platform/slices.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import { secretsOfServers } from "../../servers/store/sessionSecrets.ts";
import { connectionsOf } from "./recordSession.ts";

interface ExportEntriesOptions {
  readonly log: EventLog;
  readonly servers: Servers;
}

/**
 * Exports the calls that messages belong to.
 * @param seqs of messages of one connection: requests, answers or notifications
 * @returns the text; undefined if the log no longer has the messages
 */
export async function exportEntries(
  options: ExportEntriesOptions,
  seqs: readonly number[],
  format: ExportFormat,
): Promise<string | undefined> {
  const snapshot = options.log.snapshot();
  const chosen = entriesOfCalls(snapshot, seqs);
  const [first] = chosen;
  const isCommand = format === "curl" || format === "powershell";
  if (isCommand && first?.kind === "http-request" && first.service === "model") {
    return modelCommand(options, first, format);
  }
  // commands of a session need its handshake
  const handshake = isCommand ? handshakeOf(snapshot, chosen) : [];
  const created = await recordEntries(options, snapshot, [...chosen, ...handshake]);
  if (!created) return undefined;
  const wanted = new Set(chosen.map(({ seq }) => seq));
  const entries = new Set(created.seqs.flatMap((seq, index) => (wanted.has(seq) ? index : [])));
  return exportRecording(created.recording, format, { entries });
}

/** A request to the provider of a model; recordings have no bodies of them. */
async function modelCommand(
  { log, servers }: ExportEntriesOptions,
  { seq, http, secrets }: HttpRequestEntry,
  format: "curl" | "powershell",
): Promise<string> {
  const bytes = await log.read(seq);
  const redactor = createRedactor();
  for (const secret of secretsOfServers(servers.getState())) redactor.addSecret(secret);
  for (const { start, end } of spansOf(secrets, "body")) {
    redactor.addSecret(decodeText(bytes.subarray(start, end)));
  }
  const body = redactor.text(decodeText(bytes), { place: "message" }).text;
  const others = secrets.filter(({ part }) => part !== "body");
  const request = { ...http, ...(body !== "" && { body }), secrets: others };
  return format === "curl" ? curlOf(request) : powerShellOf(request);
}

/**
 * Exports the text of one message.
 * @returns undefined if the log no longer has it, or it is not text
 */
export async function exportMessage(
  options: ExportEntriesOptions,
  seq: number,
): Promise<string | undefined> {
  const snapshot = options.log.snapshot();
  const entries = snapshot.entries.slice(0, snapshot.length);
  const created = await recordEntries(
    options,
    snapshot,
    entries.filter((entry) => entry.seq === seq),
  );
  const message = created?.recording.entries?.find(({ kind }) => kind === "message");
  if (message?.kind !== "message" || message.text === undefined) return undefined;
  return messageText(message.carrier, encodeText(message.text));
}

async function recordEntries(
  { log, servers }: ExportEntriesOptions,
  snapshot: Snapshot,
  chosen: readonly Entry[],
): Promise<CreatedRecording | undefined> {
  const connectionId = chosen[0]?.connectionId;
  const facts = connectionId === undefined ? undefined : factsOf(snapshot, servers, connectionId);
  if (connectionId === undefined || !facts) return undefined;
  return createRecording({
    snapshot,
    read: log.read,
    connections: new Map([[connectionId, facts]]),
    head: { server: sharedServer(facts.target) },
    timeOrigin: performance.timeOrigin,
    knownSecrets: secretsOfServers(servers.getState()),
    choices: { include: new Set(chosen.map(({ seq }) => seq)) },
    pauseIfDue: startSlices(),
  });
}

/** The HTTP exchanges of the handshake of the connection that entries belong to. */
function handshakeOf(snapshot: Snapshot, chosen: readonly Entry[]): readonly Entry[] {
  const connectionId = chosen[0]?.connectionId;
  const methods = new Set(["initialize", "notifications/initialized"]);
  const seqs = snapshot.entries
    .slice(0, snapshot.length)
    .flatMap((entry) =>
      entry.kind === "message" &&
      entry.connectionId === connectionId &&
      entry.direction === "out" &&
      entry.heads.some((head) => "method" in head && methods.has(head.method))
        ? entry.seq
        : [],
    );
  return seqs.length === 0 ? [] : entriesOfCalls(snapshot, seqs);
}

/** The messages, their counterparts, and the other entries of their HTTP exchanges. */
function entriesOfCalls(snapshot: Snapshot, seqs: readonly number[]): readonly Entry[] {
  const entries = snapshot.entries.slice(0, snapshot.length);
  const pairs = createMessagePairs();
  pairs.update(snapshot);
  const wanted = new Set(seqs.flatMap((seq) => [seq, pairs.of(seq)?.other ?? seq]));
  const connectionId = entries.find(({ seq }) => wanted.has(seq))?.connectionId;
  const own = entries.filter((entry) => entry.connectionId === connectionId);
  const exchanges = new Set(
    own.flatMap(({ seq, exchangeId }) => (wanted.has(seq) && exchangeId ? exchangeId : [])),
  );
  return own.filter((entry) => {
    if (wanted.has(entry.seq)) return true;
    const isOfExchange = entry.exchangeId !== undefined && exchanges.has(entry.exchangeId);
    // a stream may have many other messages
    return isOfExchange && (entry.kind !== "message" || entry.http !== undefined);
  });
}

/**
 * The facts about a connection; once its server is closed, the target is that of its first entry.
 */
function factsOf(
  snapshot: Snapshot,
  servers: Servers,
  connectionId: string,
): ConnectionFacts | undefined {
  const state = servers.getState();
  for (const server of state.open.values()) {
    const facts = connectionsOf(snapshot, server, state).get(connectionId);
    if (facts) return facts;
  }
  for (const entry of snapshot.entries.slice(0, snapshot.length)) {
    if (entry.connectionId !== connectionId || entry.kind !== "connection") continue;
    const parsed = parseTarget(entry.label);
    return parsed.kind === "target" ? { target: parsed.target } : undefined;
  }
  return undefined;
}
