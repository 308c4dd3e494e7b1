/** Exports HTTP requests as curl commands, with masked secrets. */
import { quoteWord } from "../../config/commandLine.ts";
import { decodeText, encodeText } from "../../core/bytes.ts";
import type { Header } from "../../core/headers.ts";
import type { SecretSpan } from "../../log/entry.ts";
import { maskHeaders, maskText, spansOf } from "../../log/mask.ts";
import type { Recording } from "../recording.ts";
import { callsOf, type ExportChoice, httpExchangesOf } from "./exchanges.ts";

/** A request to export; `body` spans of its secrets count UTF-16 units. */
export interface CurlRequest {
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

/** One curl command per HTTP request; the requests to a stdio server are piped into its command. */
export function exportCurl(recording: Recording, choice: ExportChoice = {}): string {
  const commands = httpExchangesOf(recording, choice).map(({ request, requestBody }) => {
    const body = decodeText(requestBody);
    return curlOf({ ...request, ...(body === "" ? {} : { body }), secrets: [] });
  });
  const stdio = callsOf(recording, choice).filter(
    ({ connection }) => connection?.server.kind === "stdio",
  );
  const server = stdio[0]?.connection?.server;
  if (server?.kind === "stdio") {
    const lines = stdio.map(({ requestText }) => quoted(requestText));
    commands.push(
      `printf '%s\\n' \\\n  ${lines.join(" \\\n  ")} \\\n  | ${[server.command, ...server.args].map(wordOf).join(" ")}`,
    );
  }
  return `${commands.join("\n\n")}\n`;
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
