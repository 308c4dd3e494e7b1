/** `mcp-playground list`: prints what a server offers. */

import { itemText } from "../../../shared/client/itemText.ts";
import { lacksOptionalList } from "../../../shared/client/pages.ts";
import { repeatsName } from "../../../shared/client/repeatsName.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { isJsonObject, membersOf } from "../../../shared/core/json/jsonObject.ts";
import { prettyText } from "../../../shared/core/json/prettyText.ts";
import { shortened } from "../../../shared/core/text/shortened.ts";
import { textOfJson } from "../../../shared/core/text/textOfJson.ts";
import { listEventsMethod } from "../../../shared/protocol/drafts/eventsDraft.ts";
import { requiredOf, typesOf } from "../../../shared/schema/schemaObject.ts";
import type { listNames } from "../arguments/requestArguments.ts";
import { rememberItems } from "../completion/knownItems.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { printJson, printRaw } from "./printJson.ts";
import { printFailed } from "./printOutcome.ts";
import type { RequestContext } from "./requestContext.ts";

interface List {
  readonly method: string;
  readonly member: string;
  /** The member of an item that names it. */
  readonly key: string;
}

const lists = {
  skills: { method: "skills/list", member: "skills", key: "uri" },
  tools: { method: "tools/list", member: "tools", key: "name" },
  resources: { method: "resources/list", member: "resources", key: "uri" },
  templates: {
    method: "resources/templates/list",
    member: "resourceTemplates",
    key: "uriTemplate",
  },
  prompts: { method: "prompts/list", member: "prompts", key: "name" },
  events: { method: listEventsMethod, member: "events", key: "name" },
} as const satisfies Readonly<Record<Exclude<(typeof listNames)[number], "all">, List>>;

export async function listItems({ client, wanted, terminal }: RequestContext): Promise<ExitCode> {
  const [name = "all"] = wanted.words;
  const isAll = name === "all";
  const chosen: readonly List[] = isAll
    ? Object.values(lists).filter(({ method }) => client.offers(method))
    : [lists[name as keyof typeof lists]];
  const texts: string[] = [];
  let code: ExitCode = exitCodes.passed;
  for (const each of chosen) {
    const { items, ...end } = await client.list(each.method, each.member);
    if (end.kind === "stopped" && !(isAll && lacksOptionalList(each.method, end.outcome))) {
      code = printFailed(terminal, end.outcome);
    }
    if (end.kind === "complete" && end.cut) {
      terminal.printError(`The list of ${each.member} is incomplete: ${cuts[end.cut]}.`);
    }
    rememberItems(wanted.target, each.member, items);
    const objects = items.filter(isJsonObject);
    if (wanted.output === "raw") for (const item of objects) printRaw(terminal, itemText(item));
    else if (wanted.output === "json") {
      texts.push(`${JSON.stringify(each.member)}:[${objects.map(itemText).join(",")}]`);
    } else printItems(terminal, each, objects, isAll);
  }
  if (wanted.output === "json") printJson(terminal, prettyText(`{${texts.join(",")}}`));
  return code;
}

const cuts = {
  "repeated-cursor": "the server returned a cursor again",
  "too-many-pages": "it has too many pages",
  "not-recorded": "the recording does not have the next page",
  "not-asked": "the client has not asked for the next page",
} as const;

function printItems(
  { print, styled }: Terminal,
  { member, key }: List,
  items: readonly object[],
  hasTitle: boolean,
): void {
  if (hasTitle) print(styled("bold", `${member} (${items.length})`));
  for (const item of items) {
    const { description, title, name } =
      member === "skills" ? membersOf(getOwn(item, "frontmatter")) : membersOf(item);
    const label = escapeForTerminal(textOfJson(getOwn(item, key)));
    const hasSchema = member === "tools" || member === "events";
    const usage = hasSchema ? toolUsage(item) : promptUsage(item);
    print(`${styled("cyan", label)}${usage === "" ? "" : ` ${escapeForTerminal(usage)}`}`);
    const texts = [description, title, name].filter((each) => typeof each === "string");
    const text = texts.find((each) => !repeatsName(each, String(getOwn(item, key))));
    if (text !== undefined) print(`  ${firstLine(text)}`);
  }
}

/** The arguments as they are written after `call` and `poll`. */
function toolUsage(tool: object): string {
  const schema = getOwn(tool, "inputSchema");
  if (!isJsonObject(schema)) return "";
  const required = new Set(requiredOf(schema));
  const words = Object.entries(membersOf(schema.properties)).map(([name, property]) => {
    const types = isJsonObject(property) ? typesOf(property) : undefined;
    const word = `${name}=<${types?.join("|") ?? "JSON"}>`;
    return required.has(name) ? word : `[${word}]`;
  });
  return words.join(" ");
}

function promptUsage(prompt: object): string {
  const args = getOwn(prompt, "arguments");
  const words = (Array.isArray(args) ? args : []).filter(isJsonObject).map(({ name, required }) => {
    const word = `${textOfJson(name)}=<string>`;
    return required === true ? word : `[${word}]`;
  });
  return words.join(" ");
}

/** Characters of a description that are printed. */
const maxDescription = 160;

function firstLine(text: string): string {
  const [line = ""] = text.trim().split(/\r?\n/);
  return escapeForTerminal(shortened(line, maxDescription));
}
