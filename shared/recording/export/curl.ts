/** Exports HTTP requests as curl commands for bash and zsh, with masked secrets. */
import { posixCommand, quotedForPosix } from "../../config/posixText.ts";
import type { Recording } from "../recording.ts";
import {
  type CommandText,
  type ExportedRequest,
  maskedRequest,
  type ShellSyntax,
  sessionHeader,
  writeScript,
} from "./commandScript.ts";
import type { ExportChoice } from "./exchanges.ts";

/** Formats a request as a curl command; the user replaces the masks. */
export function curlOf(request: ExportedRequest): string {
  return posix.request(maskedRequest(request));
}

/**
 * A shell script with one curl command per HTTP request. A request during which the client answered the
 * server runs in the background, because the answer is a later command.
 */
export function exportCurl(recording: Recording, choice: ExportChoice = {}): string {
  return writeScript(recording, choice, posix);
}

const posix: ShellSyntax = {
  check: (variables) =>
    variables.map(({ name, value }) => `: "\${${name}:?Set it to ${value}.}"`).join("\n"),
  request({ method, url, headers, body, maxSeconds, isAnsweredLater, session }) {
    const options = [
      "curl -i",
      ...(session ? ['-D "$headers"'] : []),
      ...(maxSeconds === undefined ? [] : [`-N --max-time ${maxSeconds}`]),
      ...(method === "GET" ? [] : [`-X ${quoted(method)}`]),
      // curl would interpret them as patterns of several URLs
      ...(/[[\]{}]/.test(url.text) || url.variable ? ["--globoff"] : []),
      ...(url.text.startsWith("-") ? ["--url"] : []),
      written(url),
    ];
    const command = [
      options.join(" "),
      ...headers.map(([name, { text, variable }]) => {
        const line = { text: `${name}: ${text}`, ...(variable && { variable }) };
        return `-H ${written(line)}`;
      }),
      ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
    ].join(" \\\n  ");
    // the server has to ask before it is answered
    if (isAnsweredLater) return `${command} &\nsleep 1`;
    if (!session) return command;
    return [
      "headers=$(mktemp)",
      command,
      // names of headers have no case, lines end with CR LF
      `${session.name}=$(tr -d '\\r' <"$headers" | awk 'tolower($1) == "${sessionHeader}:" { print $2 }' | tail -n 1)`,
      'rm -f "$headers"',
    ].join("\n");
  },
  wait: "wait",
  pipe(lines, [program = "", ...words]) {
    const texts = lines.map(quoted).join(" \\\n  ");
    return `printf '%s\\n' \\\n  ${texts} \\\n  | ${posixCommand(program, words)}`;
  },
};

function written({ text, variable }: CommandText): string {
  if (!variable) return quoted(text);
  return `${text === "" ? "" : quoted(text)}"$${variable.name}"`;
}

/** Words without special characters stay. */
function quoted(text: string): string {
  return /^[A-Za-z]+$/.test(text) ? text : quotedForPosix(text);
}
