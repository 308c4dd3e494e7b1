/** Writes the messages of an agent's connections as the file of a recording. */
import { writeRecordingFile } from "../connection/recordFile.ts";
import type { AgentConnection } from "./agentConnections.ts";
import type { AgentContext } from "./agentContext.ts";

/**
 * Also those of their examinations. Opening the recording offers to connect to the first server.
 * @throws CommandError if the file cannot be written
 */
export async function recordConnections(
  { log, mask }: Pick<AgentContext, "log" | "mask">,
  chosen: readonly AgentConnection[],
  path: string,
): Promise<void> {
  const [first] = chosen;
  if (!first) return;
  const prefixes = chosen.flatMap(({ id }) => [`${id}.`, `${id}-`]);
  const ids = new Set(log.snapshot().entries.map(({ connectionId }) => connectionId));
  const own = [...ids].filter((id) => prefixes.some((prefix) => id.startsWith(prefix)));
  const connections = new Map(
    own.map((id) => {
      const { state } = chosen.find(({ logIds }) => logIds.at(-1) === id) ?? {};
      if (state?.kind !== "connected") return [id, undefined] as const;
      const { agreement, transport } = state.client;
      return [id, { ...agreement, transport: transport.kind }] as const;
    }),
  );
  const secrets = [
    ...chosen.flatMap(({ headers }) => headers.map(([, value]) => value)),
    ...mask.added(),
  ];
  await writeRecordingFile(path, { log, target: first.target, secrets, connections });
}
