/** The tool `list`. */
import { type ListName, listMethods } from "../../../../shared/conform/examinedLists.ts";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { shortened } from "../../../../shared/core/text/shortened.ts";
import { definitionTokens } from "../../../../shared/models/fit/tokens.ts";
import { needsConsent } from "../../../../shared/protocol/toolHints.ts";
import { requiredOf } from "../../../../shared/schema/schemaObject.ts";
import { type AgentContext, clientOfConnection, failedAnswer, itemNamed } from "../agentContext.ts";
import {
  type AgentTool,
  connection,
  fromServer,
  listMember,
  numberMember,
  readsServer,
  ToolProblem,
  textArgument,
  textMember,
} from "../agentTool.ts";

/** Characters of a description. */
const maxDescription = 160;
/** Items of one answer, which may have to be cut further. */
const maxItems = 200;

export function listTool({ connections }: AgentContext): AgentTool {
  return {
    name: "list",
    title: "List what a server offers",
    description:
      "Lists tools, resources, resource templates, prompts or skills of a server in short. With name: the whole definition of one item.",
    input: {
      connection,
      kind: { enum: Object.keys(listMethods), description: "What is listed; tools by default" },
      name: textMember("The name or URI of one item, to get its whole definition"),
      from: { type: "integer", minimum: 0, description: "The number of items to skip" },
    },
    output: {
      connection,
      count: numberMember("The number of items"),
      tokens: numberMember("About how many tokens the definitions of all tools take of a model"),
      items: listMember("Each with fromServer; needsConsent is true if a call asks the person"),
      fromServer,
    },
    annotations: readsServer,
    async run(call) {
      const own = connections.get(textArgument(call, "connection"));
      const client = clientOfConnection(own);
      const kind = (textArgument(call, "kind") ?? "tools") as ListName;
      const method = listMethods[kind];
      if (!client.offers(method)) {
        return { connection: own.id, count: 0, items: [], next: "The server does not declare it." };
      }
      const { items, ...end } = await client.list(method, kind, { signal: call.signal });
      if (end.kind === "stopped" && items.length === 0) {
        const { outcome } = end;
        const said = outcome.kind === "error" ? { fromServer: outcome.error } : {};
        throw new ToolProblem(
          `${method} was not answered with a list.`,
          outcome.kind === "failed" ? failedAnswer(outcome.failure) : said,
        );
      }
      const name = textArgument(call, "name");
      if (name !== undefined) {
        const item = itemNamed(items, name);
        if (item === undefined) throw new ToolProblem("The server lists no such item.");
        return { connection: own.id, fromServer: item };
      }
      const isTools = kind === "tools";
      const from = typeof call.args.from === "number" ? call.args.from : 0;
      return {
        connection: own.id,
        count: items.length,
        ...(isTools && {
          tokens: items.reduce<number>((sum, item) => sum + definitionTokens(item), 0),
        }),
        items: items.slice(from, from + maxItems).map((item) => ({
          ...(isTools && { needsConsent: needsConsent(item, "foreign") }),
          fromServer: summaryOf(item),
        })),
      };
    },
  };
}

function summaryOf(item: unknown) {
  const { name, uri, uriTemplate, title, description, inputSchema } = membersOf(item);
  const required = new Set(requiredOf(membersOf(inputSchema)));
  const names = Object.keys(membersOf(getOwn(inputSchema, "properties")));
  return {
    name,
    uri,
    uriTemplate,
    title,
    description:
      typeof description === "string" ? shortened(description, maxDescription) : description,
    ...(inputSchema !== undefined && {
      arguments: names.map((each) => (required.has(each) ? each : `${each}?`)),
    }),
  };
}
