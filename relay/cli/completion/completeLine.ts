/** Finds what may stand at the cursor of a command line that is being typed. */
import { parseCommandLine } from "../../../shared/config/commandLine.ts";
import { templateVariables } from "../../../shared/protocol/uriTemplate.ts";
import { reportFormats } from "../../../shared/report/reportFormats.ts";
import type { CompletionArguments, DescribedCommand } from "../arguments/completionArguments.ts";
import { listNames } from "../arguments/requestArguments.ts";
import type { RequestTarget } from "../arguments/serverArguments.ts";
import { isHttpUrl } from "../arguments/serverArguments.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import type { Terminal } from "../terminal.ts";
import { itemsOfServer } from "./knownItems.ts";

/** Prints one candidate per line. */
export function printCompletions(typed: CompletionArguments, terminal: Terminal): ExitCode {
  const start = typed.line.slice(0, typed.point);
  // bash splits words at these characters, and replaces the last part only
  const [cut = ""] =
    typed.shell === "bash" ? (/\S*[:=]/.exec(start.slice(start.search(/\S*$/))) ?? []) : [];
  for (const each of completeLine(typed)) {
    const rest = each.slice(cut.length);
    // bash, unlike other shells, inserts what it gets without quoting it
    terminal.print(typed.shell === "bash" ? rest.replace(/[&{},?~]/g, "\\$&") : rest);
  }
  return exitCodes.passed;
}

/**
 * Completes the word before the cursor. Nothing is started or contacted: names of items are those that
 * the server listed before.
 */
function completeLine({ line, point, commands }: CompletionArguments): readonly string[] {
  const before = wordsOf(line.slice(0, point));
  if (!before) return [];
  const isNew = /\s$/.test(line.slice(0, point));
  const current = isNew ? "" : (before.pop() ?? "");
  const [name, ...words] = before;
  return candidates(name, words, wordsOf(line) ?? before, { current, commands }).filter((each) =>
    each.startsWith(current),
  );
}

/** The words after the program's name; undefined inside quotes. */
function wordsOf(line: string): string[] | undefined {
  const parsed = parseCommandLine(line);
  return parsed.kind === "command" ? [...parsed.args] : undefined;
}

function candidates(
  name: string | undefined,
  words: readonly string[],
  all: readonly string[],
  {
    current,
    commands,
  }: { readonly current: string; readonly commands: readonly DescribedCommand[] },
): readonly string[] {
  if (name === undefined) return commands.map((each) => each.name);
  const command = commands.find((each) => each.name === name);
  if (!command || words.includes("--")) return [];
  if (current.startsWith("-")) return [...command.options.keys(), "--"];
  if (command.options.get(words.at(-1) ?? "")) {
    if (words.at(-1) !== "--output") return [];
    return command.options.has("--report") ? ["text", ...reportFormats] : ["text", "json", "raw"];
  }
  const target = targetOf(all);
  const isUrlFirst = target?.kind === "http";
  const given = words.filter(
    (word, index) =>
      !word.startsWith("-") &&
      !command.options.get(words[index - 1] ?? "") &&
      !(isUrlFirst && word === target.url),
  );
  const [item] = given;
  if (name === "list") return item === undefined ? listNames : [];
  if (!target) return [];
  const {
    tools = {},
    prompts = {},
    resources = {},
    resourceTemplates = {},
  } = itemsOfServer(target);
  const items = {
    call: tools,
    prompt: prompts,
    read: { ...resources, ...resourceTemplates },
    complete: { ...prompts, ...resourceTemplates },
  }[name];
  if (!items) return [];
  if (item === undefined) return Object.keys(items);
  const variables = templateVariables(item).map((each) => [each.name, []] as const);
  const known = {
    ...(Object.hasOwn(items, item) ? items[item] : {}),
    ...Object.fromEntries(variables),
  };
  const [argument = ""] = current.split("=");
  if (current.includes("=")) return (known[argument] ?? []).map((value) => `${argument}=${value}`);
  const isFree = (each: string) => !given.some((word) => word.startsWith(`${each}=`));
  return Object.keys(known)
    .filter(isFree)
    .map((each) => `${each}=`);
}

/** The server given on the command line, which may be incomplete while it is being typed. */
function targetOf(words: readonly string[]): RequestTarget | undefined {
  const dashes = words.indexOf("--");
  if (dashes >= 0) {
    const line = words.slice(dashes + 1);
    const first = line.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
    const [command, ...args] = line.slice(first);
    return command === undefined || first < 0 ? undefined : { kind: "stdio", command, args };
  }
  const valuesOf = (option: string) =>
    words.flatMap((word, index) => {
      if (word.startsWith(`${option}=`)) return word.slice(option.length + 1);
      return words[index - 1] === option ? word : [];
    });
  const url = words.find(isHttpUrl);
  const [name] = valuesOf("--server");
  const given = valuesOf("--config");
  const { MCP_PLAYGROUND_CONFIG: usual } = process.env;
  const files = given.length > 0 || !usual ? given : [usual];
  if (files.length > 0 && (name !== undefined || url === undefined)) {
    return { kind: "configured", name, files };
  }
  return url === undefined ? undefined : { kind: "http", url: new URL(url).href };
}
