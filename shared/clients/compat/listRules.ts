/** What of a server's tools a client passes to its model, and under which names. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject } from "../../core/json/jsonObject.ts";
import type { ClientFacts } from "../clientFacts.ts";
import type { ClientFinding } from "./clientProblem.ts";
import type { ObservedServer, ObservedTool } from "./observedServer.ts";

/** Subschemas of one tool that are looked at. */
const maxSchemas = 2000;

/** Keywords that combine schemas. */
const unions = ["oneOf", "anyOf", "allOf", "not", "if"];

export function* listFindings(
  facts: ClientFacts,
  server: ObservedServer,
): Generator<ClientFinding> {
  const { tools, isListed } = server;
  const { toolPages, toolCount, toolName, emptyServer, listChanged } = facts;
  const column = "list";
  const [first] = tools;
  const seq = first?.seq;

  if (emptyServer && isListed && tools.length === 0 && !declares(server, "prompts")) {
    yield { column, isFailure: true, fact: "emptyServer", problem: { code: "no-tools" } };
  }
  const onFirst = tools.filter(({ page }) => page === 0).length;
  if (toolPages?.value === "first" && onFirst < tools.length) {
    const problem = { code: "tools-left-out", shown: onFirst, total: tools.length } as const;
    yield { column, isFailure: true, fact: "toolPages", problem, seq };
  }
  if (toolCount && tools.length > toolCount.value) {
    const problem = { count: tools.length, limit: toolCount.value };
    const isFailure = true;
    yield {
      column,
      isFailure,
      fact: "toolCount",
      problem: { code: "too-many-tools", ...problem },
      seq,
    };
  }
  if (toolName) yield* nameFindings(toolName.value, server);
  for (const tool of tools) yield* definitionFindings(facts, tool);
  if (listChanged?.value === "ignored" && getOwn(capabilityOf(server, "tools"), "listChanged")) {
    const problem = { code: "changes-ignored" } as const;
    yield { column, isFailure: false, fact: "listChanged", problem };
  }
}

const capabilityOf = ({ capabilities }: ObservedServer, name: string) => getOwn(capabilities, name);

const declares = (server: ObservedServer, name: string) => capabilityOf(server, name) !== undefined;

type NameRule = NonNullable<ClientFacts["toolName"]>["value"];

function* nameFindings(
  { form, limit, over, serverLimit }: NameRule,
  { tools, name: server }: ObservedServer,
): Generator<ClientFinding> {
  const [before = "", after = ""] = form.split("<tool>");
  const prefix = before
    .replace("<server>", () => server)
    .slice(0, serverLimit ?? before.length + server.length);
  const common = { column: "list", fact: "toolName" } as const;
  const bySeen = new Map<string, ObservedTool>();
  for (const tool of tools) {
    const whole = `${prefix}${tool.name}${after}`;
    const isLong = limit !== undefined && over !== undefined && whole.length > limit;
    const { seq, name } = tool;
    if (isLong) {
      const problem = { tool: name, length: whole.length, limit, over };
      const isFailure = over === "left-out";
      yield { ...common, isFailure, problem: { code: "name-too-long", ...problem }, seq };
    }
    // cut names may be equal; hashed ones are not
    const shown = isLong && over === "cut" ? whole.slice(0, limit) : whole;
    const same = bySeen.get(shown);
    bySeen.set(shown, tool);
    if (same) {
      const problem = { code: "same-name", tool: name, other: same.name } as const;
      yield { ...common, isFailure: true, problem, seq };
    }
  }
}

function* definitionFindings(facts: ClientFacts, tool: ObservedTool): Generator<ClientFinding> {
  const { definition, name, seq } = tool;
  const { descriptions, schema } = facts;
  const common = { column: "list", seq } as const;
  const description = getOwn(definition, "description");
  if (descriptions && (typeof description !== "string" || description === "")) {
    const problem = { code: "description-missing", tool: name } as const;
    yield { ...common, isFailure: true, fact: "descriptions", problem };
  }
  const input = getOwn(definition, "inputSchema");
  if (schema?.value.arraysNeedItems && hasArrayWithoutItems(input)) {
    const problem = { code: "array-without-items", tool: name } as const;
    yield { ...common, isFailure: true, fact: "schema", problem };
  }
  const keyword = unions.find((each) => getOwn(input, each) !== undefined);
  if (schema?.value.rootUnionsRemoved && keyword !== undefined) {
    const problem = { code: "root-union-removed", tool: name, keyword } as const;
    yield { ...common, isFailure: false, fact: "schema", problem };
  }
}

/** Members of a schema whose members are schemas, and those that are one or several. */
const [maps, schemas] = [
  ["properties", "$defs", "definitions", "patternProperties"],
  ["items", "additionalProperties", "not", "oneOf", "anyOf", "allOf"],
];

function hasArrayWithoutItems(root: unknown): boolean {
  const open: unknown[] = [root];
  for (let count = 0; open.length > 0 && count < maxSchemas; count++) {
    const schema = open.pop();
    if (!isJsonObject(schema)) continue;
    if (getOwn(schema, "type") === "array" && getOwn(schema, "items") === undefined) return true;
    for (const each of maps) {
      const members = getOwn(schema, each);
      if (isJsonObject(members)) open.push(...Object.values(members).slice(0, maxSchemas));
    }
    for (const each of schemas) {
      const member = getOwn(schema, each);
      open.push(...(Array.isArray(member) ? member.slice(0, maxSchemas) : [member]));
    }
  }
  return false;
}
