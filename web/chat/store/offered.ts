/** The tools of the open servers that a conversation offers to its model. */
import { readAppTool } from "../../../shared/apps/appTool.ts";
import {
  type OfferedTool,
  offerTools,
  type ToolSource,
} from "../../../shared/models/agent/offeredTools.ts";
import { definitionTokens } from "../../../shared/models/fit/tokens.ts";
import { knownItems } from "../../servers/store/catalog/queries.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import type { OpenServer } from "../../servers/store/connections/openServers.ts";
import type { Conversation } from "./conversation.ts";

/** A server with the tools that models can use. */
export interface ServerTools extends ToolSource {
  readonly definitions: readonly Readonly<Record<string, unknown>>[];
}

/** The connected servers that have listed tools. */
export function modelToolsOf(servers: readonly OpenServer[]): readonly ServerTools[] {
  return listedTools(servers.filter(({ state }) => state.kind === "connected"));
}

/** The servers, connected or recorded, that have listed tools. */
export function listedTools(servers: readonly OpenServer[]): readonly ServerTools[] {
  return servers.flatMap(({ id, name, connection, state }) => {
    const view = connectedView({ connection, state });
    const tools = view && knownItems(view).get("tool");
    if (!tools || tools.length === 0) return [];
    const definitions = tools.map(({ raw }) => raw).filter((raw) => readAppTool(raw).isForModel);
    return [{ serverId: id, serverName: name, definitions }];
  });
}

/** What is ticked where the user chose nothing: all. */
const allTicked: Conversation["ticked"] = {};

/** The tools that are ticked in a conversation. */
export function tickedTools(
  sources: readonly ServerTools[],
  ticked = allTicked,
): readonly OfferedTool[] {
  return offerTools(
    sources.map(({ definitions, ...source }) => {
      const isTicked = ticksOf(ticked, source.serverId);
      return { ...source, definitions: definitions.filter(({ name }) => isTicked(String(name))) };
    }),
  );
}

/** Tells whether a tool of a server is ticked. */
export function ticksOf(
  ticked: Conversation["ticked"],
  serverId: string,
): (name: string) => boolean {
  if (!Object.hasOwn(ticked, serverId)) return () => true;
  const names = new Set(ticked[serverId]);
  return (name) => names.has(name);
}

/** Estimated tokens of the definitions. */
export function tokensOfTools(tools: readonly OfferedTool[]): number {
  return tools.reduce((sum, { definition }) => sum + tokensOf(definition), 0);
}

/** Definitions are not changed in place, and there may be thousands. */
const known = new WeakMap<object, number>();

/** Estimated tokens of a definition. */
export function tokensOf(definition: object): number {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const tokens = definitionTokens(definition);
  known.set(definition, tokens);
  return tokens;
}
