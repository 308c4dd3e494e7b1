/** One process of a restarted server, with what is its own in the ids of messages. */
import { randomUUID } from "node:crypto";
import { stripVTControlCharacters } from "node:util";
import { type JsonObject, membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { putText } from "../../../../shared/core/json/putText.ts";
import { importantLine } from "../../../../shared/core/text/errorOutput.ts";
import { idKey } from "../../../../shared/log/entry.ts";
import type { JsonRpcId } from "../../../../shared/protocol/jsonRpc.ts";
import type { RestartLimits } from "./restartOptions.ts";
import type { ServerEnd, ServerProcess } from "./serverProcess.ts";
import { keepNewest, readLine, type SessionLine, type TappedSession } from "./tappedSession.ts";

export interface ServerGeneration {
  readonly number: number;
  readonly process: ServerProcess;
  /** The tap's own requests that it has not answered, by id key. */
  readonly own: Map<string, (result: JsonObject | undefined) => void>;
  /** Ids that the client knows from a former process: what it got instead, by id key, and back. */
  readonly renamed: Map<string, JsonRpcId>;
  readonly original: Map<string, JsonRpcId>;
  /** Streams whose repeated acknowledgement the client does not need, by id key. */
  readonly silent: Set<string>;
  /** What it sent before it took over, and its bytes. */
  readonly early: SessionLine[];
  earlyBytes: number;
}

/** Keeps a line of a process that has not taken over yet; what is beyond the limits is lost. */
export function keepEarly(
  generation: ServerGeneration,
  line: SessionLine,
  { heldMessages, heldBytes }: Pick<RestartLimits, "heldMessages" | "heldBytes">,
): void {
  const { early, earlyBytes } = generation;
  if (early.length >= heldMessages || earlyBytes >= heldBytes) return;
  early.push(line);
  generation.earlyBytes += line.bytes.byteLength;
}

/** Whether it acknowledges a stream that the client has had acknowledged. */
export function isSilent({ silent }: ServerGeneration, { method, params }: JsonObject): boolean {
  if (method !== "notifications/subscriptions/acknowledged") return false;
  const id = membersOf(membersOf(params)._meta)["io.modelcontextprotocol/subscriptionId"];
  return (typeof id === "string" || typeof id === "number") && silent.delete(idKey(id));
}

/**
 * Ids of the server's requests are unique for the client, also across processes.
 * @param knownIds those that the client has seen, by id key
 */
export function withClientIds(
  generation: ServerGeneration,
  line: SessionLine,
  knownIds: ReadonlySet<string>,
): SessionLine {
  const [only, ...others] = line.messages;
  if (generation.number === 1 || !only || others.length > 0) return line;
  const { head } = only;
  if (head.kind === "request" && knownIds.has(idKey(head.id))) {
    let id = `${head.id}-${generation.number}`;
    // the server may have used that itself, or the former id again
    while (knownIds.has(idKey(id))) id = `${head.id}-${randomUUID()}`;
    generation.renamed.set(idKey(head.id), id);
    generation.original.set(idKey(id), head.id);
    keepNewest(generation.original);
    return changed(line, ["id"], id);
  }
  const about = head.kind === "notification" ? head.requestId : undefined;
  const id = about === undefined ? undefined : generation.renamed.get(idKey(about));
  return id === undefined ? line : changed(line, ["params", "requestId"], id);
}

/** The id that a line answers; undefined if it is no single response. */
export function answeredIn({ messages }: SessionLine): JsonRpcId | undefined {
  const [only, ...others] = messages;
  if (!only || others.length > 0) return undefined;
  const { head } = only;
  return head.kind === "result" || head.kind === "error" ? (head.id ?? undefined) : undefined;
}

/**
 * Whether a message that comes during a restart belongs to what the former process does.
 * @param requests those that it has not answered, by id key
 */
export function isForFormer(
  { messages }: SessionLine,
  requests: TappedSession["requests"],
): boolean {
  return messages.every(({ head }) => {
    if (head.kind === "result" || head.kind === "error") return true;
    const about = head.kind === "notification" ? head.requestId : undefined;
    return about !== undefined && requests.has(idKey(about));
  });
}

/** Another value at a place of a message, with everything else as it was. */
export function changed(line: SessionLine, path: readonly string[], value: JsonRpcId): SessionLine {
  return readLine(Buffer.from(`${putText(line.text, path, JSON.stringify(value))}\n`));
}

export function startFailure(generation: ServerGeneration, reason: string): string {
  const { end } = generation.process;
  return end ? serverEndText(end, generation) : `${reason}.`;
}

export function serverEndText(end: ServerEnd, generation?: ServerGeneration): string {
  const line = importantLine(stripVTControlCharacters(generation?.process.lastErrors() ?? ""));
  const more = line ? ` ${line}` : "";
  if (end.error !== undefined) return `The server could not be started (${end.error}).${more}`;
  const how = end.signal ? `by ${end.signal}` : `with exit code ${end.code}`;
  return `The server ended ${how}.${more}`;
}

/** Adds an id to those that are known, of which the oldest are forgotten. */
export function remember(known: Set<string>, key: string) {
  known.add(key);
  keepNewest(known);
}
