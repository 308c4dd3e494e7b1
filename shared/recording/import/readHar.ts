/** Reads the exchanges of a HAR that carry MCP. */
import * as v from "valibot";
import { fromBase64 } from "../../core/base64.ts";
import { decodeText, encodeText } from "../../core/bytes.ts";
import { asJsonObject, isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { shapeProblem } from "../../core/json/jsonShape.ts";
import { isHarmlessHeader } from "../../log/harmlessHeaders.ts";
import { headerSecrets } from "../../log/headerSecrets.ts";
import { messageText } from "../../log/messageText.ts";
import { isCredentialLike, looksRandom } from "../../log/secrets/plainValues.ts";
import { nameKind } from "../../log/secrets/secretNames.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import type { Header } from "../../protocol/headers.ts";
import {
  type RecordedEntry,
  type RecordedMask,
  recordedInitiator,
} from "../entries/recordedEntry.ts";
import { messageNodes } from "../export/exchanges.ts";
import {
  firstTime,
  type ImportedEntries,
  type ImportedServer,
  importedTime,
  type NotReadCode,
  serverAt,
} from "./importedEntries.ts";

/** Methods of MCP; other protocols use JSON-RPC as well. */
const mcpMethod =
  /^(?:initialize$|ping$|server\/discover$|(?:tools|resources|prompts|completion|logging|tasks|roots|sampling|elicitation|notifications|subscriptions)\/)/;

/**
 * Converts exchanges that carry JSON-RPC; `at` is milliseconds since the epoch. Each URL is a server;
 * those without a method of MCP are left out if another one has any.
 * @param max entries
 * @returns undefined if there are more
 */
export function harEntries(items: readonly JsonObject[], max: number): ImportedEntries | undefined {
  const servers = new Map<string, HarServer>();
  const notRead: NotReadCode[] = [];
  let lastAt: number | undefined;
  let count = 0;
  for (const [exchange, item] of items.entries()) {
    const request = asJsonObject(item.request);
    const response = asJsonObject(item.response);
    const url = textOf(request?.url);
    const found = serverAt(url);
    if (!request || !response || found?.kind !== "http") {
      notRead.push("invalid-item");
      continue;
    }
    const sent = textOf(asJsonObject(request.postData)?.text);
    const received = contentOf(asJsonObject(response.content));
    const methods = methodsIn([sent, ...messageTexts(received)]);
    if (!methods) {
      notRead.push("not-mcp");
      continue;
    }
    const time = importedTime(item.startedDateTime);
    if (time === undefined) notRead.push("no-time");
    const startedAt = time ?? lastAt ?? firstTime(items, "startedDateTime");
    lastAt = startedAt;
    if (received.text === "" && received.size > 0) notRead.push("no-body");
    const facts = { exchange, item, request, response, url, startedAt };
    const added = exchangeEntries(facts, sent, received, max);
    count += added.length;
    if (count > max) return undefined;
    const server = servers.get(found.url) ?? {
      server: found,
      entries: [],
      exchanges: 0,
      isMcp: false,
    };
    servers.set(found.url, server);
    // as arguments of one call, there could be too many
    for (const entry of added) server.entries.push(entry);
    server.exchanges++;
    server.isMcp ||= methods.some((method) => mcpMethod.test(method));
  }
  const all = [...servers.values()];
  const isKnown = all.some(({ isMcp }) => isMcp);
  const used = all.filter(({ isMcp }) => isMcp === isKnown);
  for (const { exchanges, isMcp } of all) {
    if (isMcp !== isKnown) notRead.push(...new Array<NotReadCode>(exchanges).fill("not-mcp"));
  }
  return { servers: used, notRead };
}

interface HarServer extends ImportedServer {
  readonly entries: RecordedEntry[];
  exchanges: number;
  /** Whether a message has a method of MCP. */
  isMcp: boolean;
}

/** The methods of the JSON-RPC messages in some texts; undefined if they have no such message. */
function methodsIn(texts: readonly string[]): readonly string[] | undefined {
  const messages = texts.flatMap(messagesIn);
  return messages.length === 0 ? undefined : messages.flatMap(({ method }) => method ?? []);
}

/** The JSON-RPC messages of a text; none if its shape is hostile. */
function messagesIn(text: string) {
  return shapeProblem(text) === undefined
    ? messageNodes(text).filter(({ isJsonRpc }) => isJsonRpc)
    : [];
}

/** Messages of a body that are looked at to find out whether it carries MCP. */
const maxLookedAt = 100;

function messageTexts({ text, isStream }: Content): readonly string[] {
  if (!isStream) return [text];
  return text
    .split(/(?<=\r?\n\r?\n)/, maxLookedAt)
    .map((event) => messageText("sse", encodeText(event)));
}

/** An item of a HAR, with its time in milliseconds since the epoch. */
interface HarExchange {
  /** Its number. */
  readonly exchange: number;
  readonly item: JsonObject;
  readonly request: JsonObject;
  readonly response: JsonObject;
  readonly url: string;
  readonly startedAt: number;
}

function exchangeEntries(
  { exchange, item, request, response, url, startedAt }: HarExchange,
  sent: string,
  received: Content,
  max: number,
): readonly RecordedEntry[] {
  const timings = asJsonObject(item.timings);
  const headAt = startedAt + positive(timings?.send) + positive(timings?.wait);
  const endedAt = Math.max(headAt, startedAt + positive(item.time));
  const headers = headersOf(response.headers);
  const requestHeaders = headersOf(request.headers);
  const initiator = v.parse(recordedInitiator, asJsonObject(item._mcpInitiator));
  const method = textOf(request.method) || "POST";
  const asked = {
    exchange,
    at: startedAt,
    direction: "out",
    http: { method, url, headers: requestHeaders },
    masked: secretsOf(url, requestHeaders),
    ...(initiator && { initiator }),
  } as const;
  return [
    sent === "" && method !== "POST"
      ? { ...asked, kind: "http-request" }
      : { ...asked, kind: "message", carrier: "http", text: sent },
    {
      kind: "http-response",
      exchange,
      at: headAt,
      direction: "in",
      http: {
        status: statusOf(response.status),
        statusText: textOf(response.statusText),
        url,
        redirected: false,
        headers,
      },
      masked: secretsOf(url, headers),
    },
    ...bodyEntries(received, { exchange, at: endedAt, direction: "in" }, max),
    { kind: "http-end", exchange, at: endedAt, outcome: "complete" },
  ];
}

/** The messages of a body, and what is between them. */
function bodyEntries(
  { text: body, isStream }: Content,
  common: { readonly exchange: number; readonly at: number; readonly direction: "in" },
  max: number,
): readonly RecordedEntry[] {
  const carrier = isStream ? "sse" : "http";
  // there may be an event in every two characters
  const texts = isStream ? body.split(/(?<=\r?\n\r?\n)/, max) : [body];
  return texts
    .filter((text) => text !== "")
    .map((text): RecordedEntry => {
      const isMessageBody = isStream ? /^data:\s*[[{]/m.test(text) : messagesIn(text).length > 0;
      if (isMessageBody) return { ...common, text, kind: "message", carrier };
      const holds = isStream ? "stream-metadata" : "body";
      return { ...common, text, kind: "frame", carrier, holds };
    });
}

/** The body of a response. */
interface Content {
  readonly text: string;
  /** Its size in bytes by the HAR, also where the text is missing. */
  readonly size: number;
  readonly isStream: boolean;
}

function contentOf(content: JsonObject | undefined): Content {
  const text = textOf(content?.text);
  const bytes = content?.encoding === "base64" ? fromBase64(text) : undefined;
  return {
    text: bytes ? decodeText(bytes) : text,
    size: positive(content?.size),
    isStream: textOf(content?.mimeType).startsWith("text/event-stream"),
  };
}

/** Drops invalid HTTP headers and the pseudo-headers of HTTP/2. */
function headersOf(value: unknown): readonly Header[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, 1000)
    .filter(isJsonObject)
    .map(({ name, value: text }): Header => [textOf(name), textOf(text)])
    .filter(([name]) => /^[!#$%&'*+.^_`|~\w-]{1,256}$/.test(name));
}

/**
 * Marks secrets that other programs write in plain text: parts of the URL, and headers that may be
 * secret.
 */
function secretsOf(url: string, headers: readonly Header[]): RecordedMask[] {
  const isSecret = ([name, value]: Header) =>
    nameKind(name) !== undefined || looksRandom(value) || isCredentialLike(value);
  const own = new Set(
    headers
      .filter((header) => !isHarmlessHeader(header[0]) && isSecret(header))
      .map(([name]) => name.toLowerCase()),
  );
  return [...urlSecrets(url), ...headerSecrets(headers, own)].map(
    ({ part, start, end, kind }): RecordedMask => [part, start, end, kind],
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A duration in milliseconds or a size in bytes; 0 if HAR has -1, for one that is not known. */
function positive(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

function statusOf(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0;
}
