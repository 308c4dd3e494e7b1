/** Sentences for the problems of configuration files. */

import type { ConfigFacts, ConfigProblem, ConfigProblemCode } from "../config/configured.ts";
import { exactLine } from "../core/text/exactText.ts";

const texts: Readonly<Record<ConfigProblemCode, (facts: ConfigFacts) => string>> = {
  unreadable: ({ reason, message }) => {
    if (reason === "ENOENT") return "The file does not exist.";
    if (reason === "EACCES") return "This user may not read the file.";
    if (reason === "EISDIR") return "This is a folder, not a file.";
    return `The file cannot be read: ${message}.`;
  },
  "too-deep": () => "This is nested too deeply to be read.",
  "not-json": ({ expected }) =>
    `This is not JSON: ${expected === undefined ? "it is empty" : syntaxErrorText(String(expected))}.`,
  "no-servers": () =>
    "There are no servers in it: it has neither mcpServers nor servers, and it is not a server.json.",
  "server-not-an-object": ({ name }) => `"${name}" is not an object.`,
  "url-not-a-string": ({ name }) => `The url of "${name}" is not a string.`,
  "url-not-http": ({ name }) => `The url of "${name}" is not an http(s) URL.`,
  "header-not-a-string": ({ name, header }) => `The header ${header} of "${name}" is not a string.`,
  "no-command-or-url": ({ name }) => `"${name}" has neither a command nor a url.`,
  "args-not-strings": ({ name }) => `The args of "${name}" are not a list of strings.`,
  "variable-not-a-string": ({ name, variable }) =>
    `${variable} in the env of "${name}" is not a string.`,
  "variable-name-refused": ({ name, variable }) =>
    `"${name}" is left out: ${variable} is not accepted as the name of an environment variable. Names have letters, digits, _, - and dots.`,
  "env-file-unreadable": ({ name, path }) => `The envFile of "${name}" cannot be read: ${path}.`,
  "env-file-invalid": ({ name, line }) =>
    `Line ${line} of the envFile of "${name}" is not a variable.`,
  "package-without-identifier": () => "A package has no identifier.",
  "registry-not-supported": ({ registry, identifier }) =>
    `Packages of the registry "${registry}" cannot be run from here: install ${identifier} and name its command.`,
  "package-uses-http": ({ identifier }) =>
    `The package ${identifier} uses HTTP: start it yourself, then connect to its URL.`,
  "remote-without-url": () => "A remote has no http(s) URL.",
};

/**
 * The text of a problem, without its place. Names of the file are limited and have their hidden
 * characters escaped; a relay of another version may send unknown codes.
 */
export function configProblemText({ code, facts }: Pick<ConfigProblem, "code" | "facts">): string {
  if (!Object.hasOwn(texts, code)) return `This cannot be used (${exactLine(code)}).`;
  const exact = Object.entries(facts).map(([name, fact]) => [
    name,
    typeof fact === "string" ? exactLine(fact, 200) : fact,
  ]);
  return texts[code](Object.fromEntries(exact));
}

/** Converts a code of the parser such as `CommaExpected` to text. */
function syntaxErrorText(code: string): string {
  const text = code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return text.endsWith("expected") ? `${text} here` : text;
}
