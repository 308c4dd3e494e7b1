/** A profile of the client of a recording: what it declares and does. Another client can adopt it. */
import * as v from "valibot";
import { formatTarget } from "../../config/target.ts";
import {
  asJsonObject,
  isJsonObject,
  type JsonObject,
  parseJsonObject,
} from "../../core/json/jsonObject.ts";
import { readonlyList } from "../../core/json/members.ts";
import { maskCharacters } from "../../log/mask.ts";
import type { Header } from "../../protocol/headers.ts";
import { declaredIn } from "../../protocol/messages/declaredClient.ts";
import type { Recording } from "../recording.ts";
import { type ExportChoice, exchangeText, messageNodes } from "./exchanges.ts";

const profileFormat = "mcp-playground-client/1";

const jsonObject = v.custom<JsonObject>(isJsonObject);

const profile = v.object({
  format: v.literal(profileFormat),
  /** The server to which the client was connected. */
  source: v.string(),
  /** ISO 8601. */
  recordedAt: v.exactOptional(v.string()),
  clientInfo: v.exactOptional(jsonObject),
  /** The newest revision that it offers. */
  revision: v.exactOptional(v.string()),
  capabilities: v.exactOptional(jsonObject),
  /** Of its first HTTP request; without those that are secret or belong to one request. */
  headers: readonlyList(v.tuple([v.string(), v.string()])),
  /** The methods that it sends, in the order in which each came first. */
  order: readonlyList(v.string()),
  /** The methods of the server's requests that it answers, and that it answers with an error. */
  answers: readonlyList(v.string()),
  refuses: readonlyList(v.string()),
  seen: v.object({
    /** The most of its requests that waited at one time. */
    concurrentRequests: v.number(),
    largestMessageCharacters: v.number(),
    /** Milliseconds until it cancelled a request, of the soonest: its time limit, or a user. */
    cancelledAfterMs: v.exactOptional(v.number()),
    /** Whether it asked for a second page of a list. */
    followsPages: v.boolean(),
  }),
});

export type ClientProfile = Readonly<v.InferOutput<typeof profile>>;

/** Characters of a profile that is read. */
export const maxProfileLength = 1_000_000;

/** @returns undefined if the text is not a profile */
export function readClientProfile(text: string): ClientProfile | undefined {
  if (text.length > maxProfileLength) return undefined;
  const read = v.safeParse(profile, parseJsonObject(text));
  return read.success ? read.output : undefined;
}

/** Headers that belong to one request, or to the connection. */
const requestHeaders =
  /^(?:host|connection|content-length|transfer-encoding|mcp-(?:session-id|method|name|protocol-version)|last-event-id)$/i;

/** Methods in the lists of a profile. */
const maxMethods = 200;

/** @returns JSON text */
export function exportClientProfile(recording: Recording, choice: ExportChoice = {}): string {
  return `${JSON.stringify(clientProfileOf(recording, choice), undefined, 2)}\n`;
}

function clientProfileOf(recording: Recording, choice: ExportChoice): ClientProfile {
  const { server, startedAt, entries = [] } = recording;
  const declared: { clientInfo?: JsonObject; revision?: string; capabilities?: JsonObject } = {};
  const [order, answers, refuses] = [new Set<string>(), new Set<string>(), new Set<string>()];
  /** When its requests were sent, and the methods of the server's, by id. */
  const [waiting, asked] = [new Map<string, number>(), new Map<string, string>()];
  let headers: readonly Header[] | undefined;
  let [concurrentRequests, largestMessageCharacters, followsPages] = [0, 0, false];
  let cancelledAfterMs: number | undefined;

  for (const [index, entry] of entries.entries()) {
    if (!(choice.entries?.has(index) ?? true)) continue;
    if (entry.kind !== "message" || entry.direction === undefined) continue;
    // the tap's own messages say nothing about the client
    if (entry.initiator?.kind === "tap") continue;
    const text = exchangeText(entry);
    const isOut = entry.direction === "out";
    if (isOut) {
      headers ??= entry.http?.headers;
      largestMessageCharacters = Math.max(largestMessageCharacters, text.length);
    }
    for (const { id, method, isError, text: messageText } of messageNodes(text)) {
      const key = `${entry.connection ?? ""} ${typeof id} ${id}`;
      if (!isOut) {
        if (method !== undefined && id !== undefined) asked.set(key, method);
        else waiting.delete(key);
        continue;
      }
      if (method === undefined) {
        const answered = asked.get(key);
        if (answered !== undefined) (isError ? refuses : answers).add(answered);
        continue;
      }
      if (order.size < maxMethods) order.add(method);
      const params = asJsonObject(parseJsonObject(messageText)?.params);
      if (method === "notifications/cancelled") {
        const { requestId } = params ?? {};
        const sentAt = waiting.get(`${entry.connection ?? ""} ${typeof requestId} ${requestId}`);
        const took = sentAt === undefined ? undefined : Math.round(entry.at - sentAt);
        if (took !== undefined) cancelledAfterMs = Math.min(cancelledAfterMs ?? took, took);
      }
      if (method.endsWith("/list") && params?.cursor !== undefined) followsPages = true;
      if (id === undefined) continue;
      waiting.set(key, entry.at);
      concurrentRequests = Math.max(concurrentRequests, waiting.size);
      Object.assign(declared, { ...declaredIn(method, params), ...declared });
    }
  }
  return {
    format: profileFormat,
    source: formatTarget(server),
    ...(startedAt === undefined ? {} : { recordedAt: startedAt }),
    ...declared,
    headers: (headers ?? [])
      .filter(([name, value]) => !requestHeaders.test(name) && !value.includes(maskCharacters))
      .map(([name, value]) => [name, value]),
    order: [...order],
    answers: [...answers],
    refuses: [...refuses],
    seen: {
      concurrentRequests,
      largestMessageCharacters,
      ...(cancelledAfterMs === undefined ? {} : { cancelledAfterMs }),
      followsPages,
    },
  };
}
