/** `mcp-playground call`, `read` and `prompt`: uses one item of a server. */

import type { Progress } from "../../../shared/client/session/progress.ts";
import { type PlainCall, startCall } from "../../../shared/collections/runCalls.ts";
import { nounText } from "../../../shared/core/countText.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { isJsonObject, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { templateVariables } from "../../../shared/protocol/uriTemplate.ts";
import { rememberItems } from "../completion/knownItems.ts";
import { CommandError, type ExitCode, exitCodes } from "../exitCode.ts";
import { nearestName } from "../nearestName.ts";
import { escapeForTerminal } from "../terminal.ts";
import { fieldsOf, putWords, readWords } from "./argumentText.ts";
import { askFields } from "./askArguments.ts";
import { printOutcome } from "./printOutcome.ts";
import type { RequestContext } from "./requestContext.ts";

/** @throws CommandError if the arguments cannot be sent */
export async function callItem(context: RequestContext): Promise<ExitCode> {
  const { client, wanted, terminal } = context;
  const [item = ""] = wanted.words;
  const items = await listedItems(context);
  const definition = items.find((each) => getOwn(each, "name") === item);
  const call = await composeCall(context, item, definition);
  terminal.showStatus("Waiting for the answer…");
  const operation = startCall(client, call, wanted.command === "call" ? definition : undefined, {
    initiator: { kind: "user" },
    onProgress: (progress) => terminal.showProgress(progressText(progress)),
  });
  const outcome = await operation.done;
  const printed = printOutcome(context, outcome);
  const code =
    wanted.command === "read" && outcome.kind === "result"
      ? await verifySkill(context, item, outcome.value, printed)
      : printed;
  if (code === exitCodes.violations && wanted.command !== "read" && !definition) {
    terminal.note(escapeForTerminal(missingText(`${nouns[wanted.command]}`, item, items)));
  }
  return code;
}

/** Says whether a file of a skill is what the skill's entry says. */
async function verifySkill(
  { client, terminal }: RequestContext,
  uri: string,
  result: unknown,
  printed: ExitCode,
): Promise<ExitCode> {
  if (!client.offers("skills/list")) return printed;
  const { verifyOfServer } = await import("./verifyReadFile.ts");
  const verdict = await verifyOfServer(client, uri, result);
  if (!verdict) return printed;
  for (const line of verdict.lines) terminal.note(escapeForTerminal(line));
  return verdict.isRight ? printed : exitCodes.violations;
}

/** For example `3/10 Reading files`. */
function progressText({ progress, total, message }: Progress): string {
  const steps = total === undefined ? String(progress) : `${progress}/${total}`;
  return message === undefined ? steps : `${steps} ${escapeForTerminal(message)}`;
}

const nouns: Readonly<Record<string, string>> = { call: "tool", prompt: "prompt" };

function missingText(noun: string, item: string, items: readonly unknown[]): string {
  const names = items.map((each) => getOwn(each, "name"));
  const nearest = nearestName(
    item,
    names.filter((name) => typeof name === "string"),
  );
  const advice = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  return `The server lists no ${noun} named ${item}.${advice}`;
}

/** The tools or prompts as the server lists them. */
async function listedItems({
  client,
  wanted: { command, target },
}: RequestContext): Promise<readonly unknown[]> {
  if (command === "read") return [];
  const [method, member] =
    command === "call"
      ? (["tools/list", "tools"] as const)
      : (["prompts/list", "prompts"] as const);
  if (!client.offers(method)) return [];
  const { items } = await client.list(method, member);
  rememberItems(target, member, items);
  return items;
}

/**
 * Asks for required arguments, unless they were given as JSON. Where nobody is asked, it says which
 * are missing: the server may be called without them on purpose.
 */
async function askMissing(
  { wanted, terminal }: RequestContext,
  given: string,
  schema: unknown,
): Promise<string> {
  if (wanted.json === undefined && terminal.ask) {
    const text = await askFields(terminal, given, schema);
    if (text === undefined) throw new CommandError("Not all arguments were given.");
    return text;
  }
  const members = parseJsonObject(given) ?? {};
  const missing = [...fieldsOf(schema)]
    .filter(([name, { required }]) => required && !Object.hasOwn(members, name))
    .map(([name, { defaultText }]) =>
      defaultText === undefined ? name : `${name} (default ${defaultText})`,
    );
  if (missing.length > 0) {
    const noun = nounText(missing.length, "argument");
    const verb = nounText(missing.length, "is", "are");
    const names = escapeForTerminal(missing.join(", "));
    terminal.note(`The required ${noun} ${names} ${verb} missing; the request is sent without.`);
  }
  return given;
}

async function composeCall(
  context: RequestContext,
  item: string,
  definition: unknown,
): Promise<PlainCall> {
  const { wanted } = context;
  const words = readWords(wanted.words.slice(1));
  const start = wanted.json ?? "{}";
  switch (wanted.command) {
    case "read": {
      const names = templateVariables(item).map(({ name }) => name);
      if (names.length === 0) {
        if (words.length === 0) return { kind: "resource", item, argumentsText: undefined };
        throw new CommandError(`${escapeForTerminal(item)} has no variables.`);
      }
      return { kind: "template", item, argumentsText: putWords(start, words, textsSchema(names)) };
    }
    case "prompt": {
      const schema = promptSchema(definition);
      const given = putWords(start, words, schema);
      const argumentsText = await askMissing(context, given, schema);
      return {
        kind: "prompt",
        item,
        argumentsText: argumentsText === "{}" ? undefined : argumentsText,
      };
    }
    default: {
      const schema = getOwn(definition, "inputSchema");
      const given = putWords(start, words, schema);
      return {
        kind: "tool",
        item,
        argumentsText: await askMissing(context, given, schema),
      };
    }
  }
}

/** The arguments of a prompt as a schema: they are texts. */
function promptSchema(prompt: unknown): object {
  const listed = getOwn(prompt, "arguments");
  const args = (Array.isArray(listed) ? listed : []).filter(isJsonObject);
  const named = args.filter(({ name }) => typeof name === "string");
  return {
    ...textsSchema(named.map(({ name }) => String(name))),
    required: named.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

function textsSchema(names: readonly string[]) {
  const text = { type: "string" };
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, text])),
    additionalProperties: text,
  };
}
