/** The servers of a run, by the names that cases name them by. */
import type { OfferedTool } from "../models/agent/offeredTools.ts";
import type { EvalCase, EvalSuite } from "./evalSuite.ts";

export interface EvalServer {
  readonly id: string;
  readonly names: readonly string[];
}

/**
 * @param name what the user calls it, if anything; the name and title of its server info are names as
 * well
 */
export function evalServer(
  id: string,
  name: string | undefined,
  { title, name: own }: { readonly name: string; readonly title?: string },
): EvalServer {
  return { id, names: [name, title, own].filter((one) => one !== undefined) };
}

/** The servers that cases of a suite name. */
export function namedServers({ cases }: EvalSuite): readonly string[] {
  return [...new Set(cases.flatMap(({ servers = [] }) => servers))];
}

/** Those of them that a run does not have. */
export function missingServers(
  suite: EvalSuite,
  servers: readonly EvalServer[],
): readonly string[] {
  return namedServers(suite).filter((name) => !servers.some(({ names }) => names.includes(name)));
}

/** The tools that a case is run with: those that it names, of the servers that it names. */
export function toolsOfCase(
  { tools: names, servers: wanted }: EvalCase,
  tools: readonly OfferedTool[],
  servers: readonly EvalServer[],
): readonly OfferedTool[] {
  const ids = servers.filter((one) => one.names.some((name) => wanted?.includes(name)));
  return tools.filter(
    ({ name, serverId }) =>
      (names === undefined || names.includes(name)) &&
      (wanted === undefined || ids.some(({ id }) => id === serverId)),
  );
}
