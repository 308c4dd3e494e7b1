/** Summarizes a log, one line per entry, for comparison in tests. */
import type { MessageHead } from "../protocol/jsonRpc.ts";
import type { Direction, Entry, Initiator } from "./entry.ts";
import type { EventLog } from "./eventLog.ts";

/** One line per entry, for example `in message sse result 1`. */
export function logSummary(log: EventLog): string[] {
  const { entries, length } = log.snapshot();
  return entries.slice(0, length).map(words);
}

/** Who caused the requests of a method, or those to a service, in their order. */
export function initiatorsOf(log: EventLog, wanted: string): (Initiator | undefined)[] {
  const { entries, length } = log.snapshot();
  return entries.slice(0, length).flatMap((entry) => {
    const isWanted =
      entry.kind === "message" && entry.direction === "out"
        ? entry.heads.some((head) => head.kind === "request" && head.method === wanted)
        : entry.kind === "http-request" && entry.service === wanted;
    return isWanted ? [entry.initiator] : [];
  });
}

/** All bodies of one direction, concatenated. */
export async function bytesOf(log: EventLog, direction: Direction): Promise<Buffer> {
  const { entries, length } = log.snapshot();
  const ofDirection = entries.slice(0, length).filter((entry) => entry.direction === direction);
  return Buffer.concat(await Promise.all(ofDirection.map(({ seq }) => log.read(seq))));
}

function words(entry: Entry): string {
  const { direction, kind } = entry;
  switch (entry.kind) {
    case "message":
      return `${direction} ${kind} ${entry.carrier} ${entry.heads.map(headInText).join(", ")}`;
    case "frame":
      return `${direction} ${kind} ${entry.carrier} ${entry.holds}`;
    case "http-request":
      return `${direction} ${kind} ${entry.http.method}`;
    case "http-response":
      return `${direction} ${kind} ${entry.http.status}`;
    case "http-end":
      return `${direction} ${kind} ${entry.outcome}`;
    default:
      return `${direction} ${kind}`;
  }
}

function headInText(head: MessageHead): string {
  switch (head.kind) {
    case "request":
      return `request ${JSON.stringify(head.id)} ${head.method}`;
    case "notification":
      return `notification ${head.method}`;
    case "result":
      return `result ${JSON.stringify(head.id)}`;
    case "error":
      return `error ${JSON.stringify(head.id)} ${head.code}`;
    case "invalid":
      return `invalid ${head.reason}`;
  }
}
