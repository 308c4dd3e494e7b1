/** Compares the sessions of two open servers, whether they are recordings or go on. */
import { useEffect, useState } from "react";
import { defaultRules } from "../../../shared/collections/compare/rules.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { sharedServer } from "../../../shared/recording/createRecording.ts";
import {
  compareSessions,
  type SessionComparison,
} from "../../../shared/recording/difference/compareSessions.ts";
import { compare } from "../../calls/store/collections/compare.ts";
import type { Server, ServersState } from "../../servers/store/server.ts";
import { recordSession } from "../../sessions/store/recordSession.ts";
import { useStores } from "../../stores/StoresContext.tsx";

/** A comparison, and the entries of the log in place of those of recordings. */
export interface OpenSessionsComparison extends SessionComparison {
  /** The numbers of the entries that show a difference, in each session. */
  readonly seqsOf: (
    difference: SessionComparison["differences"][number],
  ) => readonly [first: readonly number[], second: readonly number[]];
}

/**
 * Both sessions are taken as they would be shared: with their secrets masked, and a masked value
 * equals any. Values that differ from call to call are left out by the rules of collections.
 * @param signal cancels it; its promise then never settles
 */
async function compareOpenSessions(
  log: EventLog,
  servers: ServersState,
  [first, second]: readonly [Server, Server],
  signal: AbortSignal,
): Promise<OpenSessionsComparison> {
  const record = (server: Server) =>
    recordSession({
      log,
      server,
      servers,
      choices: { excluded: new Set(), hasEvents: false, masked: [], keepsSecrets: false },
      head: { server: sharedServer(server.target) },
    });
  const [one, other] = [await record(first), await record(second)];
  const compared = await compareSessions(one.recording, other.recording, (recorded, fresh) =>
    compare({ recorded, fresh, rulesText: defaultRules }, signal),
  );
  const seqs = (indices: readonly number[], { seqs: all }: typeof one) =>
    indices.flatMap((index) => all[index] ?? []);
  return {
    ...compared,
    seqsOf: ({ entries: [here, there] }) => [seqs(here, one), seqs(there, other)],
  };
}

/**
 * @param run another number compares them again, with what came meanwhile
 * @returns undefined until both sessions were compared; `failed` if a message could not be read, for example because Traffic was cleared
 */
export function useSessionComparison(
  firstId: string,
  secondId: string | undefined,
  run: number,
): OpenSessionsComparison | "failed" | undefined {
  const { servers, traffic } = useStores();
  const [done, setDone] = useState<{
    readonly of: string;
    readonly value: OpenSessionsComparison | "failed";
  }>();
  const key = `${firstId} ${secondId} ${run}`;
  useEffect(() => {
    const state = servers.all.getState();
    const [first, second] = [state.open.get(firstId), state.open.get(secondId ?? "")];
    if (!first || !second) return;
    const control = new AbortController();
    void compareOpenSessions(traffic.log, state, [first, second], control.signal)
      .catch(() => "failed" as const)
      .then((value) => {
        if (!control.signal.aborted) setDone({ of: key, value });
      });
    return () => control.abort();
  }, [servers, traffic, firstId, secondId, key]);
  return done?.of === key ? done.value : undefined;
}
