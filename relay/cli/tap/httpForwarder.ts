/** Forwards the requests of an HTTP tap to its server, and records both sides. */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import type { TapChange } from "../../../shared/log/entry.ts";
import { hasValidHead } from "../../http/messageHeaders.ts";
import type { Copies } from "./copies.ts";
import { createFrameReader, eventFraming } from "./gate/framing.ts";
import { forReading, type HeaderRules, toClient, toServer } from "./httpHeaders.ts";
import type { MetadataRewriter, RewrittenMember } from "./rewriteMetadata.ts";
import type { TapAddresses } from "./tapAddresses.ts";

/** A request of the client, and its answer. */
export interface TappedRequest {
  readonly number: number;
  readonly method: string;
  readonly target: URL;
  readonly received: IncomingMessage;
  readonly response: ServerResponse;
  /**
   * Forwards the request as it is.
   * @param begun what was read of its body
   */
  forward(begun?: Buffer): void;
  /** Forwards the request with another body. */
  forwardBody(body: Buffer): ClientRequest;
  /** Sends an answer that is not the server's. */
  respond(status: number, headers: readonly (readonly [string, string])[], body: string): void;
  /** Records that the answer is complete. */
  end(outcome: "complete"): void;
  /** Ends the request without an answer. */
  abort(): void;
  /** Takes no answer of the server any more: the client gets another one. */
  detach(): void;
  /** Records a message of the body that was changed, or of the answer. */
  note(direction: "out" | "in", text: string, change?: TapChange): void;
  /** Records the body of the request. */
  noteBody(body: Buffer): void;
  /** Begins the answer to the client with the server's head. */
  writeHead(answer: IncomingMessage, isChanged: boolean): void;
}

/** What changes when the process of the server changes behind its clients. */
export interface ServerSwitch {
  /** The session ids of the process that answers now, and of the clients. */
  readonly toServer: (id: string) => string;
  readonly toClient: (id: string) => string;
  /** Returns the answer that the client gets. */
  onAnswer(exchange: TappedRequest, answer: IncomingMessage): IncomingMessage;
  /** @returns whether a request that the server did not answer is answered in its place */
  onFailure(exchange: TappedRequest, reason: string): boolean;
}

/** A message of the tap's own. */
export interface OwnMessage {
  readonly text: string;
  readonly headers: readonly string[];
  /** The client's session that it belongs to. */
  readonly session: string | undefined;
  /** The id of a request; of others only the head of the answer is waited for. */
  readonly id?: string;
  readonly ms: number;
}

export interface OwnAnswer {
  readonly headers: IncomingMessage["headers"];
  /** The text of the response. */
  readonly text: string;
}

interface ForwarderOptions {
  readonly url: URL;
  readonly copies: Copies;
  readonly addresses: TapAddresses;
  /** Numbers the exchanges of all forwarders of a tap. */
  readonly nextNumber: () => number;
  readonly hasCookies: boolean;
  readonly metadata: MetadataRewriter;
  /** Whether `WWW-Authenticate` and `Location` name the tap. */
  readonly namesTap: boolean;
  /** An address in one of these was replaced. */
  readonly onRewrite?: ((change: RewrittenMember, exchange: number) => void) | undefined;
  /** Passes an answer on, and ends the record; returns false for one that is to be passed on as it is. */
  readonly onAnswer: (exchange: TappedRequest, answer: IncomingMessage) => boolean;
  readonly restarts?: ServerSwitch;
  /** The server is an authorization server: a recording leaves its bodies out. */
  readonly service?: "authorization";
}

export interface Forwarder {
  open(received: IncomingMessage, response: ServerResponse): TappedRequest;
  /**
   * Sends a message to the server that is not the client's.
   * @param like a request of the client, whose headers it has
   */
  send(text: string, like: IncomingMessage, change: TapChange): void;
  /** Sends a message of the tap's own, which the client does not see; undefined without an answer. */
  ask(message: OwnMessage): Promise<OwnAnswer | undefined>;
  /** Sends the head of a request again, for an answer that the record of the first one goes on with. */
  again(exchange: TappedRequest, body: Buffer | undefined): ClientRequest;
}

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { url, copies, addresses, hasCookies, metadata, namesTap, onRewrite, onAnswer, restarts } =
    options;
  const rules = (number = 0): HeaderRules => ({
    url,
    addresses,
    hasCookies,
    namesTap,
    onRewrite: (change) => onRewrite?.(change, number),
    ...(restarts ? { sessionIds: restarts } : {}),
  });
  const isSecure = url.protocol === "https:";
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const request = isSecure ? httpsRequest : httpRequest;

  /**
   * Begins the record of an exchange.
   * @param session the client's session that it belongs to, if its headers do not say so
   */
  const begin = (
    {
      method = "GET",
      url: path = "/",
      rawHeaders,
    }: Pick<IncomingMessage, "method" | "url" | "rawHeaders">,
    session?: string,
  ) => {
    const number = options.nextNumber();
    const target = new URL(url.origin + path);
    const headers = pairsOf(rawHeaders);
    const { service } = options;
    // members that are undefined are left out
    const fact = { kind: "http-request", method, url: target.href, headers, session, service };
    copies.addFact(fact, number);
    let isOver = false;
    const end = (outcome: "complete" | "aborted" | "failed", reason?: string) => {
      if (isOver) return;
      isOver = true;
      copies.addFact({ kind: "http-end", outcome, reason }, number);
    };
    const note: TappedRequest["note"] = (direction, text, change) =>
      copies.addChanged({ direction, text, ...(change ? { change } : {}) }, number);
    const noteBody = (body: Buffer) => {
      copies.add("request", body, number);
      copies.addFact({ kind: "request-end" }, number);
    };
    /** @param sessionId the client's id for the session of an answer */
    const noteHead = (
      { statusCode, statusMessage, rawHeaders, httpVersion }: IncomingMessage,
      sessionId: (id: string) => string = (id) => id,
    ) =>
      copies.addFact(
        {
          kind: "http-response",
          status: statusCode ?? 502,
          statusText: statusMessage ?? "",
          headers: pairsOf(rawHeaders).map(([name, value]) => [
            name,
            name.toLowerCase() === "mcp-session-id" ? sessionId(value) : value,
          ]),
          httpVersion,
        },
        number,
      );
    return { number, method, target, end, note, noteBody, noteHead };
  };

  const start = (method: string, target: URL, headers: readonly string[]) =>
    request(target, {
      method,
      agent,
      headers: toServer(headers, rules()),
      // header names stay as they are, and none are added
      setHost: false,
    });

  return {
    open(received, response) {
      const exchange = begin(received);
      const { number, method, target, end, noteHead } = exchange;
      let sent: ClientRequest | undefined;
      response.on("close", () => {
        if (response.writableFinished) return;
        end("aborted");
        sent?.destroy();
      });

      const fail = (reason: string) => {
        if (restarts?.onFailure(tapped, reason)) return;
        end("failed", reason);
        if (response.headersSent) response.destroy();
        else response.writeHead(502, { "Content-Type": "text/plain" }).end(`${reason}\n`);
      };
      const toTheServer = (headers: readonly string[]) => {
        const isRead = metadata.isAskedFor(method, target.pathname);
        sent = start(method, target, isRead ? forReading(headers) : headers);
        sent.on("error", (error) => fail(errorMessage(error)));
        sent.on("response", (received) => {
          const answer = restarts?.onAnswer(tapped, received) ?? received;
          noteHead(received, restarts?.toClient);
          if (!hasValidHead(answer)) {
            answer.resume();
            return fail("The status line of the server is invalid.");
          }
          answer.on("error", (error) => {
            end("failed", errorMessage(error));
            response.destroy();
          });
          if (onAnswer(tapped, answer)) return;
          answer.on("data", (bytes: Buffer) => copies.add("response", bytes, number));
          const isRewritten = metadata.isFor(target.pathname, answer);
          tapped.writeHead(answer, isRewritten);
          if (isRewritten) void metadata.send(exchange, answer, response);
          else answer.on("end", () => end("complete")).pipe(response);
        });
        return sent;
      };

      const tapped: TappedRequest = {
        ...exchange,
        received,
        response,
        forward(begun) {
          const copy = (bytes: Buffer) => copies.add("request", bytes, number);
          const forwarded = toTheServer(received.rawHeaders);
          if (begun) {
            copy(begun);
            forwarded.write(begun);
          }
          received.on("data", copy);
          received.on("end", () => copies.addFact({ kind: "request-end" }, number));
          received.pipe(forwarded);
        },
        forwardBody: (body) => toTheServer(withBody(received.rawHeaders, body)),
        respond(status, headers, body) {
          const pairs = headers.map(([name, value]) => [name, value] as const);
          const head = { kind: "http-response", status, statusText: "", headers: pairs };
          copies.addFact({ ...head, httpVersion: "1.1" }, number);
          copies.add("response", Buffer.from(body), number);
          end("complete");
          try {
            response.writeHead(status, pairs.flat()).end(body);
          } catch {
            // a header or status that cannot be sent
            response.destroy();
          }
        },
        abort() {
          end("aborted");
          sent?.destroy();
          response.destroy();
        },
        detach() {
          sent?.removeAllListeners("response").removeAllListeners("error");
          sent?.on("error", () => {}).destroy();
        },
        writeHead({ statusCode = 502, statusMessage = "", rawHeaders }, isChanged) {
          const headers = toClient(rawHeaders, rules(number), { target, isRewritten: isChanged });
          response.writeHead(statusCode, statusMessage, headers);
          // an event stream may have no event for long; a body that has arrived is sent with the head
          setImmediate(() => response.flushHeaders());
        },
      };
      return tapped;
    },
    send(text, like, change) {
      const { number, target, end, note, noteBody, noteHead } = begin(like);
      const body = Buffer.from(text);
      note("out", text, change);
      noteBody(body);
      const sent = start("POST", target, withBody(like.rawHeaders, body));
      sent.on("error", (error) => end("failed", errorMessage(error)));
      sent.on("response", (answer) => {
        noteHead(answer);
        answer.on("data", (bytes: Buffer) => copies.add("response", bytes, number));
        answer.on("end", () => end("complete"));
        answer.on("error", (error) => end("failed", errorMessage(error)));
      });
      sent.end(body);
    },
    ask({ text, headers, session, id, ms }) {
      const { pathname, search } = url;
      const like = { method: "POST", url: pathname + search, rawHeaders: [...headers] };
      const { target, end, note, noteBody, noteHead } = begin(like, session);
      const sessionId = (its: string) => session ?? its;
      const body = Buffer.from(text);
      note("out", text, { action: "of-tap" });
      noteBody(body);
      return new Promise((resolve) => {
        const sent = start("POST", target, withBody(headers, body));
        const done = (answer: OwnAnswer | undefined) => {
          clearTimeout(timer);
          end(answer ? "complete" : "failed");
          resolve(answer);
        };
        const timer = setTimeout(() => {
          done(undefined);
          sent.destroy();
        }, ms);
        sent.on("error", () => done(undefined));
        sent.on("response", (answer) => {
          noteHead(answer, sessionId);
          const { headers: own } = answer;
          readOwnAnswer(answer, id, (found) => {
            if (found !== undefined) note("in", found, { action: "for-tap" });
            done(
              found === undefined && id !== undefined
                ? undefined
                : { headers: own, text: found ?? "" },
            );
          });
        });
        sent.end(body);
      });
    },
    again({ method, target, received }, body) {
      return start(
        method,
        target,
        body ? withBody(received.rawHeaders, body) : received.rawHeaders,
      );
    },
  };
}

/** Bytes of an answer to the tap. */
const maxOwnBytes = 16 * 1024 * 1024;

/** Reads the response to a request of the tap from JSON, or from an event stream that goes on. */
function readOwnAnswer(
  answer: IncomingMessage,
  id: string | undefined,
  onText: (text: string | undefined) => void,
): void {
  if (id === undefined) {
    answer.resume();
    onText(undefined);
    return;
  }
  const isStream = (answer.headers["content-type"] ?? "").startsWith("text/event-stream");
  const chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const found = (text: string | undefined) => {
    if (isOver) return;
    isOver = true;
    onText(text);
    // the rest of a stream is of no interest
    if (isStream) answer.destroy();
  };
  const readFrames = createFrameReader((frame) => {
    const text = eventFraming.textIn(frame);
    if (text !== undefined && isAnswerTo(text, id)) found(text);
  });
  answer.on("data", (chunk: Buffer) => {
    if (isStream) {
      readFrames(chunk);
      return;
    }
    size += chunk.byteLength;
    if (size <= maxOwnBytes) chunks.push(chunk);
  });
  answer.on("error", () => found(undefined));
  answer.on("close", () => found(undefined));
  answer.on("end", () => {
    const text = `${Buffer.concat(chunks)}`;
    found(!isStream && size <= maxOwnBytes && isAnswerTo(text, id) ? text : undefined);
  });
}

function isAnswerTo(text: string, id: string): boolean {
  const message = parseJsonObject(text);
  return message?.id === id && message.method === undefined;
}

/** The headers of a request with another body, whose answer can be read. */
function withBody(raw: readonly string[], body: Buffer): string[] {
  const kept = pairsOf(raw).filter(
    ([name]) => !/^(?:content-length|transfer-encoding|accept-encoding)$/i.test(name),
  );
  return [...kept.flat(), "Content-Length", `${body.byteLength}`];
}

/** The headers as pairs, in their order and spelling. */
function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[2 * index] ?? "",
    raw[2 * index + 1] ?? "",
  ]);
}
