/** Numbers what is found in the messages of an agent's connections, in the order in which it is found. */
import type { Finding } from "../../../shared/lint/finding.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { entryAt } from "../../../shared/log/eventLog.ts";
import { startLint } from "../commands/lintLog.ts";
import type { AgentConnection } from "./agentConnections.ts";

export interface NumberedFinding {
  /** From 1; those of examinations have numbers, too, and are not listed. */
  readonly number: number;
  readonly finding: Finding;
  readonly connectionId: string;
}

export interface AgentFindings {
  /** Those of connections after a number, once all messages are checked. */
  since(
    number: number,
    connections: readonly AgentConnection[],
  ): Promise<{ readonly found: readonly NumberedFinding[]; readonly last: number }>;
  countOf(connection: AgentConnection): Promise<number>;
  close(): void;
}

export function createAgentFindings(log: EventLog): AgentFindings {
  const lint = startLint(log);
  const numbered: NumberedFinding[] = [];
  /** The findings of each entry that have numbers. */
  const known = new Map<number, number>();

  const update = async () => {
    await lint.settled();
    const snapshot = log.snapshot();
    for (const [seq, findings] of lint.snapshot().bySeq) {
      const connectionId = entryAt(snapshot, seq)?.connectionId ?? "";
      for (const finding of findings.slice(known.get(seq) ?? 0)) {
        numbered.push({ number: numbered.length + 1, finding, connectionId });
      }
      known.set(seq, findings.length);
    }
  };

  const since: AgentFindings["since"] = async (number, connections) => {
    await update();
    const ids = new Set(connections.flatMap(({ logIds }) => logIds));
    const found = numbered.slice(number).filter(({ connectionId }) => ids.has(connectionId));
    return { found, last: numbered.length };
  };

  return {
    since,
    async countOf(connection) {
      return (await since(0, [connection])).found.length;
    },
    close: lint.close,
  };
}
