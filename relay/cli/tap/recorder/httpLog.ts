/** Converts the copied requests and answers of an HTTP server to entries of a log. */
import { bytesIn, concatBytes, decodeText, encodeText } from "../../../../shared/core/bytes.ts";
import { systemClock } from "../../../../shared/core/clock.ts";
import { formSecrets, inBytes } from "../../../../shared/log/bodySecrets.ts";
import { headerSecrets } from "../../../../shared/log/headerSecrets.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import {
  type NetworkTimes,
  noteArrival,
  noteNetworkTimes,
} from "../../../../shared/log/networkTimes.ts";
import type { Recorder } from "../../../../shared/log/recorder.ts";
import { urlSecrets } from "../../../../shared/log/urlSecrets.ts";
import type { Header } from "../../../../shared/protocol/headers.ts";
import { decoded, responseOf } from "../../../../shared/relay/client/relayedResponse.ts";
import { isPassedOn } from "../../../../shared/taps/faultSummary.ts";
import { decodeMessages } from "../../../../shared/transport/decodeMessages.ts";
import { recordedExchange } from "../../../../shared/transport/http/recordedExchange.ts";
import type { ChangedMessage } from "../copies.ts";
import type { AddEntry } from "./documents.ts";

export interface RequestFact {
  readonly kind: "http-request";
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  /** The client's session id, of a message of the tap's own. */
  readonly session?: string;
  /** The server is an authorization server. */
  readonly service?: "authorization";
}

export interface ResponseFact {
  readonly kind: "http-response";
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly Header[];
  readonly httpVersion: string;
}

export interface EndFact {
  readonly kind: "http-end";
  readonly outcome: "complete" | "aborted" | "failed";
  readonly reason?: string;
}

export interface TappedExchange {
  /** A message that was changed on its way; its bytes follow if it is passed on. */
  changed(message: ChangedMessage, at: number): void;
  request(bytes: Uint8Array): void;
  requestEnd(at: number): void;
  response(fact: ResponseFact, at: number): void;
  responseBytes(bytes: Uint8Array, at: number): void;
  end(fact: EndFact, at: number): void;
}

/** Bytes of a request, and of an answer that is no stream, that are kept. */
const maxBodyBytes = 16 * 1024 * 1024;
/** Bytes of a stream. */
const maxStreamBytes = 256 * 1024 * 1024;

/** @param at when the request began, in milliseconds since 1970 */
export function createTappedExchange(
  record: AddEntry,
  exchangeId: string,
  fact: RequestFact,
  at: number,
): TappedExchange {
  const { method, url, headers } = fact;
  const abort = new AbortController();
  const answer = Promise.withResolvers<Response>();
  let body: Uint8Array[] = [];
  let size = 0;
  let isSent = false;
  /** Whether the request is no message and is not about the session, so that its answer promises none. */
  let isForeign = false;
  let stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  let times: NetworkTimes | undefined;
  /** Changed messages whose bytes have not come yet. */
  const changes: ChangedMessage[] = [];
  answer.promise.catch(() => {});

  /** What was changed of a message with this text. */
  const changeOf = (direction: "out" | "in", text: string) => {
    const index = changes.findIndex((each) => each.direction === direction && each.text === text);
    const [found] = index < 0 ? [] : changes.splice(index, 1);
    return found?.change ? { change: found.change } : {};
  };

  /** When this process reads something is of no interest. */
  const recorder: Recorder = (draft, bytes, time = now()) => {
    if (draft.kind !== "message") return record(draft, bytes, time) as never;
    const isNoMessage = fact.service || draft.heads.every(({ kind }) => kind === "invalid");
    if (isForeign && isNoMessage) {
      const frame = { kind: "frame", carrier: "http", holds: "body" } as const;
      return record({ ...frame, direction: "in", exchangeId }, bytes, time) as never;
    }
    const change =
      changes.length > 0 && bytes ? changeOf("in", messageText(draft.carrier, bytesIn(bytes))) : {};
    return record({ ...draft, ...change, readAt: time }, bytes, time) as never;
  };

  /** Logs the request once it is complete, or when it is answered before. */
  const send = () => {
    if (isSent) return;
    isSent = true;
    const bytes = concatBytes(body);
    body = [];
    const text = decodeText(bytes);
    const { heads, batch } = decodeMessages(text);
    const base = { direction: "out", exchangeId, http: { method, url, headers } } as const;
    const secrets = [...urlSecrets(url), ...headerSecrets(headers)];
    const isMessage = heads.some(({ kind }) => kind !== "invalid");
    if (method === "POST" && isMessage && fact.service === undefined) {
      const message = { ...base, ...changeOf("out", text), heads, batch, secrets };
      record({ ...message, kind: "message", carrier: "http" }, bytes, at);
    } else {
      const isMetadata = new URL(url).pathname.startsWith("/.well-known/");
      isForeign = isMetadata || method === "POST" || fact.service !== undefined;
      const service = isMetadata || fact.service ? ({ service: "authorization" } as const) : {};
      // codes, verifiers and refresh tokens, which clients send to an authorization server
      const ofForm = inBytes(text, formSecrets(text));
      const all = [...secrets, ...ofForm];
      record({ ...base, kind: "http-request", secrets: all, ...service }, bytes, at);
    }
    const dependencies = {
      fetch: () => answer.promise,
      clock: { ...systemClock, now },
      record: recorder,
      bodyLimit: { bytes: () => maxStreamBytes },
    };
    const request = { exchangeId, method, url, headers, signal: abort.signal };
    void recordedExchange(dependencies, request, { frame() {} });
  };

  return {
    changed(message, changedAt) {
      const { direction, text, change } = message;
      if (!change) return;
      // of a cut answer the bytes are no message
      const isWhole = isPassedOn(change) && change.action !== "cut";
      if (direction === "out" || isWhole) return void changes.push(message);
      const base = { kind: "message", carrier: "http", direction, exchangeId } as const;
      const { heads, batch } = decodeMessages(text);
      record({ ...base, heads, batch, change }, encodeText(text), changedAt);
    },
    request(bytes) {
      size += bytes.byteLength;
      if (size <= maxBodyBytes) body.push(bytes);
    },
    requestEnd: send,
    response(head, headAt) {
      send();
      const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          stream = controller;
        },
      });
      const response = responseOf(head, { method, url }, false, decoded(head, source));
      times = { startedAt: at, headAt };
      noteNetworkTimes(response, times);
      answer.resolve(response);
    },
    responseBytes(bytes, arrivedAt) {
      const chunk = new Uint8Array(bytes);
      noteArrival(chunk, arrivedAt);
      stream?.enqueue(chunk);
    },
    end({ outcome, reason }, endedAt) {
      send();
      if (times) times.endedAt = endedAt;
      if (outcome === "aborted") abort.abort();
      const error = new Error(reason ?? outcome);
      if (!stream) answer.reject(error);
      else if (outcome === "complete") stream.close();
      else stream.error(error);
    },
  };
}

const now = () => performance.timeOrigin + performance.now();
