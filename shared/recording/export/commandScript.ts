/** Prepares the requests of a recording for commands of a shell: what was masked becomes variables. */
import { decodeText } from "../../core/bytes.ts";
import type { SecretSpan } from "../../log/entry.ts";
import { maskCharacters, maskHeaders, maskText, spansOf } from "../../log/mask.ts";
import { findHeader, type Header } from "../../protocol/headers.ts";
import type { Recording } from "../recording.ts";
import {
  type ExportChoice,
  exportedCalls,
  type HttpExchange,
  httpExchangesOf,
  messageNodes,
} from "./exchanges.ts";
import { variableOf } from "./snippetServer.ts";

/** A variable of a script. */
interface ScriptVariable {
  readonly name: string;
  /** What the user sets it to; undefined for one that the script sets itself. */
  readonly value: string | undefined;
}

/** A text that may end with the value of a variable. */
export interface CommandText {
  readonly text: string;
  readonly variable?: ScriptVariable;
}

export interface ScriptRequest {
  readonly method: string;
  readonly url: CommandText;
  readonly headers: readonly (readonly [name: string, value: CommandText])[];
  readonly body: string | undefined;
  /** Seconds after which the command ends, for a stream that has no end of its own. */
  readonly maxSeconds?: number;
  /** The server asks its client during the request, and a later request is the answer. */
  readonly isAnsweredLater: boolean;
  /** Gets the session id of the response. */
  readonly session?: ScriptVariable;
}

interface CommandScript {
  /** Those that the user sets. */
  readonly variables: readonly ScriptVariable[];
  readonly requests: readonly ScriptRequest[];
  /** Messages that are written to a command. */
  readonly piped:
    | { readonly lines: readonly string[]; readonly words: readonly string[] }
    | undefined;
}

/** The syntax of a shell. */
export interface ShellSyntax {
  /** Ends the script if a variable is not set. */
  check(variables: readonly ScriptVariable[]): string;
  request(request: ScriptRequest): string;
  /** Waits for requests that are answered later. */
  readonly wait?: string;
  pipe(lines: readonly string[], words: readonly string[]): string;
}

/** A request to export; `body` spans of its secrets count UTF-16 units. */
export interface ExportedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: string;
  readonly secrets: readonly SecretSpan[];
}

/** One request, in which the user replaces the masks. */
export function maskedRequest(request: ExportedRequest): ScriptRequest {
  const { method, url, headers, body, secrets } = request;
  return {
    method,
    url: { text: maskText(url, spansOf(secrets, "url")) },
    headers: maskHeaders(headers, secrets).map(([name, text]) => [name, { text }]),
    body: body === undefined ? undefined : maskText(body, spansOf(secrets, "body")),
    isAnsweredLater: false,
  };
}

/**
 * Writes a script with one command per HTTP request; the requests to a stdio server are piped into its
 * command. The session id is read from the response to `initialize`. The handshake of a session is
 * exported with every selection of it.
 */
export function writeScript(
  recording: Recording,
  choice: ExportChoice,
  shell: ShellSyntax,
): string {
  const { variables, requests, piped } = scriptOf(recording, choice);
  return `${[
    ...(variables.length > 0 ? [shell.check(variables)] : []),
    ...requests.map((request) => shell.request(request)),
    ...(shell.wait && requests.some(({ isAnsweredLater }) => isAnsweredLater) ? [shell.wait] : []),
    ...(piped ? [shell.pipe(piped.lines, piped.words)] : []),
  ].join("\n\n")}\n`;
}

function scriptOf(recording: Recording, choice: ExportChoice): CommandScript {
  const variables = createVariables();
  const exchanges = withHandshakes(recording, choice);
  const requests = exchanges.map((exchange) =>
    requestOf(exchange, variables, isAnsweredLater(exchange, exchanges)),
  );
  const stdio = exportedCalls(recording, choice).filter(
    ({ connection }) => connection?.server.kind === "stdio",
  );
  const server = stdio[0]?.connection?.server;
  return {
    variables: variables.given(),
    requests,
    piped:
      server?.kind === "stdio"
        ? {
            lines: stdio.map(({ requestText }) => requestText),
            words: [server.command, ...server.args],
          }
        : undefined,
  };
}

/** The chosen exchanges, after the handshake of each session that they belong to. */
function withHandshakes(recording: Recording, choice: ExportChoice): readonly HttpExchange[] {
  const chosen = httpExchangesOf(recording, choice);
  const wanted = new Set(chosen.map(({ index }) => index));
  const sessions = new Set(chosen.filter(hasSession).map(({ connection }) => connection?.id));
  return httpExchangesOf(recording).filter(
    (exchange) =>
      wanted.has(exchange.index) ||
      (sessions.has(exchange.connection?.id) &&
        methodsOf(exchange).some((method) =>
          /^(?:initialize|notifications\/initialized)$/.test(method),
        )),
  );
}

/** The header of a session, in lower case. */
export const sessionHeader = "mcp-session-id";

const hasSession = ({ request }: HttpExchange) =>
  findHeader(request.headers, sessionHeader) !== undefined;

function methodsOf({ requestBody }: HttpExchange): readonly string[] {
  return messageNodes(decodeText(requestBody)).flatMap(({ method }) => method ?? []);
}

/** Headers that a client sets itself, or that say how a browser came to send the request. */
const ownHeader =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|te|cookie|priority|dnt|upgrade-insecure-requests|sec-.*)$/i;

/** Seconds after which a stream ends that has no end of its own. */
const streamSeconds = 5;
/** Seconds after which a request ends that waits for an answer of the client. */
const waitSeconds = 30;

/** Whether the client answered the server while a request of its own was not answered yet. */
function isAnsweredLater(exchange: HttpExchange, all: readonly HttpExchange[]): boolean {
  const { connection, startedAt, endedAt } = exchange;
  const methods = methodsOf(exchange);
  if (methods.length === 0 || methods.includes("initialize")) return false;
  return all.some(
    (other) =>
      other.connection === connection &&
      other.startedAt > startedAt &&
      other.startedAt < endedAt &&
      messageNodes(decodeText(other.requestBody)).some(
        ({ id, method }) => id !== undefined && method === undefined,
      ),
  );
}

function requestOf(exchange: HttpExchange, variables: Variables, waits: boolean): ScriptRequest {
  const { request, requestBody, response, connection, isComplete } = exchange;
  const { method, url } = request;
  const body = decodeText(requestBody);
  const opensSession =
    methodsOf(exchange).includes("initialize") &&
    findHeader(response?.headers ?? [], sessionHeader) !== undefined;
  const session = variables.session(connection?.id);
  const headers = request.headers
    .filter(([name]) => !ownHeader.test(name))
    .map(([name, value]): ScriptRequest["headers"][number] => {
      if (name.toLowerCase() === sessionHeader) return [name, { text: "", variable: session }];
      if (!value.includes(maskCharacters)) return [name, { text: value }];
      const [text = ""] = value.split(maskCharacters, 1);
      return [name, { text, variable: variables.header(name) }];
    });
  const isStream = method === "GET" || !isComplete;
  return {
    method,
    url: url.includes(maskCharacters) ? { text: "", variable: variables.url(url) } : { text: url },
    headers,
    body: body === "" ? undefined : body,
    ...(isStream || waits ? { maxSeconds: waits ? waitSeconds : streamSeconds } : {}),
    isAnsweredLater: waits,
    ...(opensSession ? { session } : {}),
  };
}

type Variables = ReturnType<typeof createVariables>;

/** The variables of a script, in which the user puts what was masked. */
function createVariables() {
  const given = new Map<string, ScriptVariable>();
  const urls = new Map<string, string>();
  const sessions = new Map<string | undefined, string>();
  const numbered = (name: string, number: number) =>
    number === 0 ? name : `${name}_${number + 1}`;
  const add = (name: string, value: string) => {
    const variable = { name, value };
    given.set(name, variable);
    return variable;
  };
  return {
    header: (name: string): ScriptVariable =>
      add(variableOf(name), `the masked part of the header ${name.replace(/[^\w-]/g, "")}`),
    url(masked: string): ScriptVariable {
      const name = urls.get(masked) ?? numbered("MCP_URL", urls.size);
      urls.set(masked, name);
      return add(name, "the URL, of which a part was masked");
    },
    /** The variable of the session of a connection. */
    session(connectionId: string | undefined): ScriptVariable {
      const name = sessions.get(connectionId) ?? numbered("MCP_SESSION_ID", sessions.size);
      sessions.set(connectionId, name);
      return { name, value: undefined };
    },
    given: (): readonly ScriptVariable[] => [...given.values()],
  };
}
