/** The tools of one or several servers, as they are offered to a model. */
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";

/** A tool as a model knows it, and where it is called. */
export interface OfferedTool {
  /** Differs from the server's name only where two servers have a tool of that name. */
  readonly offeredName: string;
  readonly serverId: string;
  /** As the server names it. */
  readonly name: string;
  /** The entry of `tools/list`. */
  readonly definition: JsonObject;
}

/** The tools of a server that the user has ticked. */
export interface ToolSource {
  readonly serverId: string;
  readonly serverName: string;
  /** Entries of `tools/list`, not validated. */
  readonly definitions: readonly unknown[];
}

/** Offers tools under names that differ; entries that no model can use are left out. */
export function offerTools(sources: readonly ToolSource[]): readonly OfferedTool[] {
  const all = sources.flatMap(({ serverId, serverName, definitions }) =>
    definitions.flatMap((definition) => {
      if (!isJsonObject(definition) || typeof definition.name !== "string") return [];
      return [{ serverId, serverName, name: definition.name, definition }];
    }),
  );
  const owners = new Map<string, Set<string>>();
  for (const { name, serverId } of all) {
    owners.set(name, (owners.get(name) ?? new Set()).add(serverId));
  }
  const shared = new Set([...owners].flatMap(([name, { size }]) => (size > 1 ? [name] : [])));
  const taken = new Set(owners.keys());
  return all.flatMap(({ serverName, ...tool }) => {
    const left = owners.get(tool.name);
    // the first of each server is offered
    if (!left?.delete(tool.serverId)) return [];
    if (!shared.has(tool.name)) return [{ ...tool, offeredName: tool.name }];
    const base = `${serverName}_${tool.name}`;
    let offeredName = base;
    for (let count = 2; taken.has(offeredName); count++) offeredName = `${base}_${count}`;
    taken.add(offeredName);
    return [{ ...tool, offeredName }];
  });
}

/** The tool as an entry of a sampling request. */
export function samplingTool({ offeredName, definition }: OfferedTool): JsonObject {
  const { description, inputSchema } = definition;
  return {
    name: offeredName,
    ...(typeof description === "string" && { description }),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : { type: "object" },
  };
}
