/** Exports HTTP requests as curl commands, with masked secrets. */
import { quoteWord } from "../../config/commandLine.ts";
import { decodeText, encodeText } from "../../core/bytes.ts";
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

/** A request to export; `body` spans of its secrets count UTF-16 units. */
interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: string;
  readonly secrets: readonly SecretSpan[];
}

/** Formats a request as a curl command; the user replaces the masks. */
export function curlOf({ method, url, headers, body, secrets }: CurlRequest): string {
  const address = maskText(url, spansOf(secrets, "url"));
  const options = [
    ...(method === "GET" ? [] : [`-X ${quoted(method)}`]),
    // curl would interpret them as patterns of several URLs
    ...(/[[\]{}]/.test(address) ? ["--globoff"] : []),
    ...(address.startsWith("-") ? ["--url"] : []),
  ];
  const lines = [
    ["curl -i", ...options, quoted(address)].join(" "),
    ...maskHeaders(headers, secrets).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [`--data-raw ${quoted(maskText(body, spansOf(secrets, "body")))}`]),
  ];
  return lines.join(" \\\n  ");
}

/** Headers that curl sets itself, or that say how a browser came to send the request. */
const ownHeader =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|te|cookie|priority|dnt|upgrade-insecure-requests|sec-.*)$/i;
const sessionHeader = "mcp-session-id";

/** Seconds after which a stream ends that has no end of its own. */
const streamSeconds = 5;
/** Seconds after which a request ends that waits for an answer of the client. */
const waitSeconds = 30;

/**
 * A shell script with one curl command per HTTP request; the requests to a stdio server are piped into
 * its command. Masked values are variables: the session id is read from the response to `initialize`,
 * the others are set by the user. The handshake of a session is exported with every selection of it. A
 * request during which the client answered the server runs in the background, because the answer is
 * a later command.
 */
export function exportCurl(recording: Recording, choice: ExportChoice = {}): string {
  const variables = createVariables();
  const exchanges = withHandshakes(recording, choice);
  const waiting = new Set(exchanges.filter((exchange) => isAnsweredLater(exchange, exchanges)));
  const commands = exchanges.map((exchange) => {
    if (!waiting.has(exchange)) return commandOf(exchange, variables);
    // the server has to ask before it is answered
    return `${commandOf(exchange, variables, waitSeconds)} &\nsleep 1`;
  });
  if (waiting.size > 0) commands.push("wait");
  const stdio = exportedCalls(recording, choice).filter(
    ({ connection }) => connection?.server.kind === "stdio",
  );
  const server = stdio[0]?.connection?.server;
  if (server?.kind === "stdio") {
    const lines = stdio.map(({ requestText }) => quoted(requestText));
    commands.push(
      `printf '%s\\n' \\\n  ${lines.join(" \\\n  ")} \\\n  | ${[server.command, ...server.args].map(wordOf).join(" ")}`,
    );
  }
  return `${[...variables.checks(), ...commands].join("\n\n")}\n`;
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

const hasSession = ({ request }: HttpExchange) =>
  findHeader(request.headers, sessionHeader) !== undefined;

function methodsOf({ requestBody }: HttpExchange): readonly string[] {
  return messageNodes(decodeText(requestBody)).flatMap(({ method }) => method ?? []);
}

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

/** @param maxSeconds after which the command ends; undefined for that of a stream, or none */
function commandOf(exchange: HttpExchange, variables: Variables, maxSeconds?: number): string {
  const { request, requestBody, response, connection, isComplete } = exchange;
  const { method, url } = request;
  const body = decodeText(requestBody);
  const isMasked = url.includes(maskCharacters);
  const opensSession =
    methodsOf(exchange).includes("initialize") &&
    findHeader(response?.headers ?? [], sessionHeader) !== undefined;
  const sessionId = variables.session(connection?.id);
  const headers = request.headers
    .filter(([name]) => !ownHeader.test(name))
    .map(([name, value]) => {
      if (name.toLowerCase() === sessionHeader) return `-H ${withVariable(`${name}: `, sessionId)}`;
      const [before = ""] = value.split(maskCharacters, 1);
      if (!value.includes(maskCharacters)) return `-H ${quoted(`${name}: ${value}`)}`;
      return `-H ${withVariable(`${name}: ${before}`, variables.header(name))}`;
    });
  const isStream = method === "GET" || !isComplete;
  const options = [
    "curl -i",
    ...(opensSession ? ['-D "$headers"'] : []),
    ...(isStream || maxSeconds ? [`-N --max-time ${maxSeconds ?? streamSeconds}`] : []),
    ...(method === "GET" ? [] : [`-X ${quoted(method)}`]),
    // curl would interpret them as patterns of several URLs
    ...(/[[\]{}]/.test(url) || isMasked ? ["--globoff"] : []),
    isMasked ? `"$${variables.url(url)}"` : quoted(url),
  ];
  const lines = [
    options.join(" "),
    ...headers,
    ...(body === "" ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  const command = lines.join(" \\\n  ");
  if (!opensSession) return command;
  return [
    "headers=$(mktemp)",
    command,
    // names of headers have no case, lines end with CR LF
    `${sessionId}=$(tr -d '\\r' <"$headers" | awk 'tolower($1) == "${sessionHeader}:" { print $2 }' | tail -n 1)`,
    'rm -f "$headers"',
  ].join("\n");
}

/** A word of the shell that ends with the value of a variable. */
function withVariable(text: string, variable: string): string {
  return `${quoted(text)}"$${variable}"`;
}

type Variables = ReturnType<typeof createVariables>;

/** The variables of a script, in which the user puts what was masked. */
function createVariables() {
  const given = new Map<string, string>();
  const urls = new Map<string, string>();
  const sessions = new Map<string | undefined, string>();
  const numbered = (name: string, number: number) =>
    number === 0 ? name : `${name}_${number + 1}`;
  return {
    header(name: string): string {
      const variable = variableOf(name);
      given.set(variable, `the masked part of the header ${name.replace(/[^\w-]/g, "")}`);
      return variable;
    },
    url(masked: string): string {
      const variable = urls.get(masked) ?? numbered("MCP_URL", urls.size);
      urls.set(masked, variable);
      given.set(variable, "the URL, of which a part was masked");
      return variable;
    },
    /** The variable of the session of a connection, which the script sets itself. */
    session(connectionId: string | undefined): string {
      const variable = sessions.get(connectionId) ?? numbered("MCP_SESSION_ID", sessions.size);
      sessions.set(connectionId, variable);
      return variable;
    },
    /** Lines that end the script if a variable is not set. */
    checks: (): readonly string[] => {
      const lines = [...given].map(([name, text]) => `: "\${${name}:?Set it to ${text}.}"`);
      return lines.length > 0 ? [lines.join("\n")] : [];
    },
  };
}

/** Characters that control a terminal or reorder the shown text when a command is pasted. */
const controls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Single quotes, in which a POSIX shell expands nothing; words without special characters stay. */
function quoted(text: string): string {
  if (/^[A-Za-z]+$/.test(text)) return text;
  if (text.search(controls) < 0) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text.replace(/[\\']/g, "\\$&").replace(controls, octal);
  return `$'${escaped}'`;
}

/** A word of a command line. */
function wordOf(word: string): string {
  return word.search(controls) < 0 ? quoteWord(word) : quoted(word);
}

/** The UTF-8 bytes of a character as escapes of the shell. */
function octal(char: string): string {
  return [...encodeText(char)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
