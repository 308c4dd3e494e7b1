/** Exports HTTP requests as commands of PowerShell 5.1 and later, with masked secrets. */
import { quotedForPowerShell } from "../../config/powerShellText.ts";
import type { Recording } from "../recording.ts";
import {
  type CommandText,
  type ExportedRequest,
  maskedRequest,
  type ScriptRequest,
  type ShellSyntax,
  writeScript,
} from "./commandScript.ts";
import type { ExportChoice } from "./exchanges.ts";

/** Formats a request as a command; the user replaces the masks. */
export function powerShellOf(request: ExportedRequest): string {
  return powerShell.request(maskedRequest(request));
}

/**
 * A script with one `Invoke-WebRequest` per HTTP request. The arguments of a program such as `curl.exe`
 * would lose their double quotes in Windows PowerShell.
 */
export function exportPowerShell(recording: Recording, choice: ExportChoice = {}): string {
  return writeScript(recording, choice, powerShell);
}

const late = "# The server asks its client meanwhile; the answer is a later command, and too late.";

const powerShell: ShellSyntax = {
  check: (variables) =>
    variables
      .map(({ name, value }) => {
        const reason = quotedForPowerShell(`Set $env:${name} to ${value}.`);
        return `if (-not $env:${name}) { throw ${reason} }`;
      })
      .join("\n"),
  request(request) {
    const { method, url, body, maxSeconds, session } = request;
    const parameters = parametersOf(request);
    const command = [
      `Invoke-WebRequest -UseBasicParsing -Uri ${written(url)} -Method ${quotedForPowerShell(method)}`,
      // as curl does, it sends the headers nowhere else
      "-MaximumRedirection 0",
      ...(maxSeconds === undefined ? [] : [`-TimeoutSec ${maxSeconds}`]),
      ...parameters,
      ...(body === undefined
        ? []
        : [`-Body ([Text.Encoding]::UTF8.GetBytes(${quotedForPowerShell(body)}))`]),
    ].join(" ");
    if (request.isAnsweredLater) return `${late}\n${command}`;
    if (!session) return command;
    return [
      `$response = ${command}`,
      "$response",
      `$${session.name} = @($response.Headers['Mcp-Session-Id'])[0]`,
    ].join("\n");
  },
  pipe(lines, words) {
    const texts = lines.map((line) => `  ${quotedForPowerShell(line)}\n`).join("");
    return [
      "$OutputEncoding = [Text.UTF8Encoding]::new($false)",
      `@(\n${texts}) | & ${words.map(quotedForPowerShell).join(" ")}`,
    ].join("\n");
  },
};

/** Headers that Windows PowerShell accepts as parameters only. */
const ownParameters = new Map([
  ["content-type", "-ContentType"],
  ["user-agent", "-UserAgent"],
]);

function parametersOf({ headers }: ScriptRequest): readonly string[] {
  // a table has each name once, whatever its case
  const byName = Map.groupBy(headers, ([name]) => name.toLowerCase());
  const parameters: string[] = [];
  const members: string[] = [];
  for (const [name, [first, ...more]] of byName) {
    if (!first) continue;
    const value = [first, ...more].map(([, text]) => written(text)).join(" + ', ' + ");
    const expression = more.length > 0 ? `(${value})` : value;
    const parameter = ownParameters.get(name);
    if (parameter !== undefined) parameters.push(`${parameter} ${expression}`);
    else members.push(`${quotedForPowerShell(first[0])} = ${expression}`);
  }
  return members.length > 0 ? [...parameters, `-Headers @{ ${members.join("; ")} }`] : parameters;
}

function written({ text, variable }: CommandText): string {
  if (!variable) return quotedForPowerShell(text);
  const value = `${variable.value === undefined ? "$" : "$env:"}${variable.name}`;
  return text === "" ? value : `(${quotedForPowerShell(text)} + ${value})`;
}
