/** The endpoint of the agent's server over Streamable HTTP, at every revision. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Clock } from "../../../../shared/core/clock.ts";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { isJsonObject, type JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { headerProblem, isModern } from "../../../../shared/demo/modernRequests.ts";
import { demoError } from "../../../../shared/demo/protocol.ts";
import {
  invalidRequestCode,
  methodNotFoundCode,
  parseErrorCode,
} from "../../../../shared/protocol/jsonRpc.ts";
import { isRevision, traitsOf } from "../../../../shared/protocol/revisions.ts";
import { isOfBrowser } from "../../../http/messageHeaders.ts";
import { digest, matches } from "../../../secrets.ts";
import { readBody } from "../../tap/readBody.ts";
import { maxFrame } from "../agentServer.ts";
import type { AgentSessions, UsedSession } from "./agentSessions.ts";
import { createHttpAnswer, sendJson } from "./httpAnswer.ts";

interface AgentEndpointOptions {
  readonly sessions: AgentSessions;
  readonly token: string;
  /** The hosts with port that it answers to, against DNS rebinding. */
  readonly hosts: () => readonly string[];
  readonly newId: () => string;
  readonly clock: Pick<Clock, "after">;
}

export const endpointPath = "/mcp";

/** Why a request is refused; the client is told no more than that. */
interface HttpRefusal {
  readonly status: number;
  readonly reason: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface PassOptions {
  /** The HTTP status of an answer that is a single message. */
  readonly statusOf?: (text: string) => number;
  /** Changes what the server sends. */
  readonly convert?: (text: string) => string;
  /** Called after the answer has ended. */
  readonly onEnd?: () => void;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http */
export function createAgentEndpoint(options: AgentEndpointOptions): RequestListener {
  const { sessions, newId, clock } = options;
  const tokenDigest = digest(options.token);

  const refusalOf = ({ headers, url, method }: IncomingMessage): HttpRefusal | undefined => {
    if (!options.hosts().includes(headers.host ?? "")) {
      return { status: 403, reason: "This is served at 127.0.0.1 and localhost only." };
    }
    if (isOfBrowser(headers, [])) {
      return { status: 403, reason: "Web pages and browsers are not served." };
    }
    if (url !== endpointPath) return { status: 404, reason: `There is only ${endpointPath}.` };
    const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
    if (token === undefined || !matches(token, tokenDigest)) {
      const reason = "The header Authorization needs the token that was printed at the start.";
      return { status: 401, reason, headers: { "WWW-Authenticate": "Bearer" } };
    }
    // the server sends no unsolicited messages, so there is no GET stream
    if (method !== "POST" && method !== "DELETE") {
      return {
        status: 405,
        reason: "It takes POST and DELETE.",
        headers: { Allow: "POST, DELETE" },
      };
    }
    return undefined;
  };

  /**
   * Passes a message to a server, and what it answers to the client. A request whose client
   * disconnects is cancelled: its stream cannot be continued.
   */
  const pass = (
    { session, release }: UsedSession,
    text: string,
    response: ServerResponse,
    { statusOf = () => 200, convert = (sent) => sent, onEnd = () => {} }: PassOptions = {},
  ) => {
    const answer = createHttpAnswer(response, clock, statusOf);
    const stop = session.server.receive(
      text,
      (sent) => answer.send(convert(sent)),
      () => {
        answer.end();
        release();
        onEnd();
      },
    );
    if (response.destroyed) stop();
    else response.once("close", stop);
  };

  const postLegacy = (
    message: unknown,
    text: string,
    { headers }: IncomingMessage,
    response: ServerResponse,
  ) => {
    const sessionId = headers["mcp-session-id"];
    if (isJsonObject(message) && message.method === "initialize" && message.id !== undefined) {
      const opened = sessions.open();
      if (!opened) return refuse(response, 503, -32000, "All sessions are in use");
      response.setHeader("Mcp-Session-Id", opened.id);
      let isRefused = false;
      return pass(opened, text, response, {
        convert(sent) {
          isRefused = getOwn(JSON.parse(sent), "error") !== undefined;
          return sent;
        },
        onEnd: () => void (isRefused && sessions.end(opened.id)?.catch(() => {})),
      });
    }
    if (typeof sessionId !== "string") {
      return refuse(response, 400, -32000, "The header Mcp-Session-Id is missing");
    }
    const version = headers["mcp-protocol-version"];
    if (version !== undefined && !isLegacyRevision(version)) {
      return refuse(response, 400, invalidRequestCode, "Unsupported protocol version");
    }
    const used = sessions.use(sessionId);
    if (!used) return refuse(response, 404, -32001, "Session not found");
    pass(used, text, response);
  };

  /** Clients share a session, so each request gets an id of its own. */
  const postModern = (message: JsonObject, request: IncomingMessage, response: ServerResponse) => {
    const { id } = message;
    const problem = headerProblem(new Headers(headersOf(request)), message);
    if (problem && id !== undefined) {
      const error = { jsonrpc: "2.0", id, error: demoError(problem) };
      return sendJson(response, problem.status, JSON.stringify(error));
    }
    // cancelling is closing the stream, and ids of other clients may be the same
    if (typeof id !== "string" && typeof id !== "number") {
      if (id === undefined) return void response.writeHead(202).end();
      return refuse(response, 400, invalidRequestCode, "This is no request");
    }
    const used = sessions.shared();
    if (!used) return refuse(response, 503, -32000, "The server is closing");
    const ownId = newId();
    pass(used, JSON.stringify({ ...message, id: ownId }), response, {
      statusOf: statusOfError,
      convert(sent) {
        const read = JSON.parse(sent) as JsonObject;
        return read.id === ownId ? JSON.stringify({ ...read, id }) : sent;
      },
    });
  };

  const post = async (request: IncomingMessage, response: ServerResponse) => {
    const { body, isWhole } = await readBody(request, (_, size) => size <= maxFrame);
    // a body that was broken off may be a whole message
    if (isWhole && !request.complete) return void response.destroy();
    if (!isWhole) {
      response.setHeader("Connection", "close");
      return refuse(response, 413, invalidRequestCode, "It is too long");
    }
    const text = body.toString();
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return refuse(response, 400, parseErrorCode, "It is not JSON");
    }
    if (isJsonObject(message) && isModern(message)) return postModern(message, request, response);
    return postLegacy(message, text, request, response);
  };

  const remove = async ({ headers }: IncomingMessage, response: ServerResponse) => {
    const id = headers["mcp-session-id"];
    if (typeof id !== "string") {
      return refuse(response, 400, -32000, "The header Mcp-Session-Id is missing");
    }
    const ended = sessions.end(id);
    if (!ended) return refuse(response, 404, -32001, "Session not found");
    await ended.catch(() => {});
    response.writeHead(204).end();
  };

  return (request, response) => {
    const refusal = refusalOf(request);
    if (refusal) {
      const { status, reason, headers } = refusal;
      response.writeHead(status, { "Content-Type": "text/plain", Connection: "close", ...headers });
      return void response.end(`${reason}\n`);
    }
    if (request.method === "DELETE") return void remove(request, response);
    // a page could send any other type without a question of its browser
    if (!/^application\/json *(;|$)/i.test(request.headers["content-type"] ?? "")) {
      return refuse(response, 415, invalidRequestCode, "Content-Type must be application/json");
    }
    post(request, response).catch(() => response.destroy());
  };
}

const isLegacyRevision = (version: string | readonly string[]) =>
  typeof version === "string" && isRevision(version) && traitsOf(version).era === "legacy";

/** Several values of a header are one text. */
const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function statusOfError(text: string): number {
  const error = getOwn(JSON.parse(text), "error");
  if (error === undefined) return 200;
  return getOwn(error, "code") === methodNotFoundCode ? 404 : 400;
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  sendJson(
    response,
    status,
    JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }),
  );
}
