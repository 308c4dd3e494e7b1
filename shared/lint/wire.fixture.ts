/** Builds a log from short descriptions of wire traffic and runs the flow checker over it. */
import { encodeText } from "../core/bytes.ts";
import type { Carrier, EntryDraft, HttpEndEntry } from "../log/entry.ts";
import { createEventLog } from "../log/eventLog.ts";
import { messageText } from "../log/messageText.ts";
import { createRecorder, type RecordDraft } from "../log/recorder.ts";
import type { Header } from "../protocol/headers.ts";
import { decodeMessages } from "../transport/decodeMessages.ts";
import type { Finding } from "./finding.ts";
import { createFlowChecker, type FlowChecker } from "./messageFlow.ts";

export interface Wire {
  readonly lint: FlowChecker;
  /** Everything found so far. */
  readonly found: readonly Finding[];
  /** Severity and code of everything found so far. */
  codes(): readonly string[];
  wait(ms: number): Wire;
  /** An entry of any kind. */
  turn(draft: RecordDraft, body?: Uint8Array): Wire;
  /** A line to the process; `line` is one from it. */
  write(text: string): Wire;
  line(text: string | Uint8Array): Wire;
  /** A POST, or another request. */
  post(text: string, exchange?: string): Wire;
  ask(method: "GET" | "DELETE", headers?: readonly Header[], exchange?: string): Wire;
  head(status: number, type?: string, headers?: readonly Header[], exchange?: string): Wire;
  /** A whole body that holds a message; `page` is one that holds none. */
  body(text: string, exchange?: string): Wire;
  page(text: string, exchange?: string): Wire;
  /** One block of a stream, unchanged. */
  block(text: string, exchange?: string): Wire;
  /** A stream's end in the middle of an event. */
  rest(text: string, exchange?: string): Wire;
  end(outcome?: HttpEndEntry["outcome"], exchange?: string): Wire;
}

export const stream = "text/event-stream";
export const json = "application/json";

/** Starts a connection without any entries. */
export function createWire(): Wire {
  const lint = createFlowChecker();
  const found: Finding[] = [];
  let now = 0;
  const log = createEventLog({ now: () => now });
  const record = createRecorder(log, "connection");

  const add = (draft: RecordDraft, body?: Uint8Array): Wire => {
    const entry = record(draft as Omit<EntryDraft, "connectionId"> as RecordDraft, body);
    found.push(...lint.check(entry, body).findings);
    return wire;
  };

  const message = (
    direction: "in" | "out",
    carrier: Carrier,
    bytes: Uint8Array,
    exchangeId: string | undefined,
  ) => {
    const { heads, batch } = decodeMessages(messageText(carrier, bytes));
    const isPost = direction === "out" && carrier === "http";
    const http = { method: "POST", url: "http://localhost/mcp", headers: [] };
    return add(
      {
        kind: "message",
        direction,
        carrier,
        exchangeId,
        heads,
        batch,
        ...(isPost ? { http } : {}),
      },
      bytes,
    );
  };

  const frame = (
    carrier: Carrier,
    holds: "body" | "rest" | "stream-metadata" | "other-event",
    text: string,
    exchangeId: string | undefined,
  ) => add({ kind: "frame", direction: "in", carrier, exchangeId, holds }, encodeText(text));

  const wire: Wire = {
    lint,
    found,
    codes: () => found.map(({ severity, code }) => `${severity} ${code}`),
    wait(ms) {
      now += ms;
      return wire;
    },
    turn: add,
    write: (text) => message("out", "stdio", encodeText(text), undefined),
    line: (text) =>
      message("in", "stdio", typeof text === "string" ? encodeText(text) : text, undefined),
    post: (text, exchange = "x") => message("out", "http", encodeText(text), exchange),
    ask: (method, headers = [], exchange = "x") =>
      add({
        kind: "http-request",
        direction: "out",
        exchangeId: exchange,
        http: { method, url: "http://localhost/mcp", headers },
      }),
    head: (status, type, headers = [], exchange = "x") =>
      add({
        kind: "http-response",
        direction: "in",
        exchangeId: exchange,
        http: {
          status,
          statusText: "",
          url: "http://localhost/mcp",
          redirected: false,
          headers: type === undefined ? headers : [["content-type", type], ...headers],
        },
      }),
    body: (text, exchange = "x") => message("in", "http", encodeText(text), exchange),
    page: (text, exchange = "x") => frame("http", "body", text, exchange),
    block(text, exchange = "x") {
      const isOther = /^event: (?!message)/m.test(text);
      const isMessage = /^data: ?\S/m.test(text) && !isOther;
      if (isMessage) return message("in", "sse", encodeText(text), exchange);
      return frame("sse", isOther ? "other-event" : "stream-metadata", text, exchange);
    },
    rest: (text, exchange = "x") => frame("sse", "rest", text, exchange),
    end: (outcome = "complete", exchange = "x") =>
      add({ kind: "http-end", direction: "none", exchangeId: exchange, outcome }),
  };
  return wire;
}
