/** Forwards the requests of an HTTP tap to its server, and records both sides. */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import type { TapChange } from "../../../shared/log/entry.ts";
import type { Copies } from "./copies.ts";
import { type HeaderRules, hasValidHead, toClient, toServer } from "./httpHeaders.ts";
import { isResourceMetadata, rewriteMetadata } from "./rewriteMetadata.ts";

/** A request of the client, and its answer. */
export interface TappedRequest {
  readonly number: number;
  readonly method: string;
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
  /** Records a message of the body that was changed, or of the answer. */
  note(direction: "out" | "in", text: string, change?: TapChange): void;
  /** Records the body of the request. */
  noteBody(body: Buffer): void;
  /** Begins the answer to the client with the server's head. */
  writeHead(answer: IncomingMessage, isChanged: boolean): void;
}

interface ForwarderOptions {
  readonly url: URL;
  readonly copies: Copies;
  /** The origin of the tap. */
  readonly own: () => string;
  readonly hasCookies: boolean;
  /** Passes an answer on, and ends the record; returns false for one that is to be passed on as it is. */
  readonly onAnswer: (exchange: TappedRequest, answer: IncomingMessage) => boolean;
}

export interface Forwarder {
  open(received: IncomingMessage, response: ServerResponse): TappedRequest;
  /**
   * Sends a message to the server that is not the client's.
   * @param like a request of the client, whose headers it has
   */
  send(text: string, like: IncomingMessage, change: TapChange): void;
}

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { url, copies, own, hasCookies, onAnswer } = options;
  const rules = (): HeaderRules => ({ url, own: own(), hasCookies });
  const isSecure = url.protocol === "https:";
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const request = isSecure ? httpsRequest : httpRequest;
  let exchanges = 0;

  /** Begins the record of an exchange. */
  const begin = (received: IncomingMessage) => {
    const number = ++exchanges;
    const { method = "GET" } = received;
    const target = new URL(url.origin + (received.url ?? "/"));
    const headers = pairsOf(received.rawHeaders);
    copies.addFact({ kind: "http-request", method, url: target.href, headers }, number);
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
    const noteHead = ({ statusCode, statusMessage, rawHeaders, httpVersion }: IncomingMessage) =>
      copies.addFact(
        {
          kind: "http-response",
          status: statusCode ?? 502,
          statusText: statusMessage ?? "",
          headers: pairsOf(rawHeaders),
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
        end("failed", reason);
        if (response.headersSent) response.destroy();
        else response.writeHead(502, { "Content-Type": "text/plain" }).end(`${reason}\n`);
      };
      const toTheServer = (headers: readonly string[]) => {
        sent = start(method, target, headers);
        sent.on("error", (error) => fail(errorMessage(error)));
        sent.on("response", (answer) => {
          noteHead(answer);
          if (!hasValidHead(answer)) {
            answer.resume();
            return fail("The status line of the server is invalid.");
          }
          answer.on("error", (error) => {
            end("failed", errorMessage(error));
            response.destroy();
          });
          if (onAnswer(tapped, answer)) return;
          answer.on("end", () => end("complete"));
          answer.on("data", (bytes: Buffer) => copies.add("response", bytes, number));
          const isRewritten = isResourceMetadata(target.pathname, answer);
          tapped.writeHead(answer, isRewritten);
          if (isRewritten) void rewriteMetadata(answer, response, url, own());
          else answer.pipe(response);
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
        writeHead({ statusCode = 502, statusMessage = "", rawHeaders }, isChanged) {
          const headers = toClient(rawHeaders, rules(), isChanged);
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
  };
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
