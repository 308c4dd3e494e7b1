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
import { type Conversation, toolKey } from "./conversation.ts";

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

/** The tools that are ticked in a conversation. */
export function tickedTools(
  sources: readonly ServerTools[],
  { withheld }: Pick<Conversation, "withheld">,
): readonly OfferedTool[] {
  const hidden = new Set(withheld);
  return offerTools(
    sources.map(({ definitions, ...source }) => ({
      ...source,
      definitions: definitions.filter(
        ({ name }) => !hidden.has(toolKey({ serverId: source.serverId, name: String(name) })),
      ),
    })),
  );
}

/** Estimated tokens of the definitions. */
export function tokensOfTools(tools: readonly OfferedTool[]): number {
  return tools.reduce((sum, { definition }) => sum + definitionTokens(definition), 0);
}
