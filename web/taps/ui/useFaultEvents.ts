/** What the client of a tap did after each fault, for components. */
import { useDeferredValue, useEffect, useState } from "react";
import { useStore } from "zustand";
import { decodeText } from "../../../shared/core/bytes.ts";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import {
  type FaultEvent,
  type FaultSummary,
  followFaults,
  summarizeFaults,
} from "../../../shared/taps/faultSummary.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useNow } from "../../stores/useNow.ts";
import { useLog } from "../../traffic/hooks/useLog.ts";

interface FaultEvents {
  readonly events: readonly FaultEvent[];
  /** By the id of the rule. */
  readonly summaries: ReadonlyMap<string, FaultSummary>;
}

const none: FaultEvents = { events: [], summaries: new Map() };

export function useFaultEvents(serverId: string, isWanted: boolean): FaultEvents {
  const { servers, traffic } = useStores();
  const log = useDeferredValue(useLog());
  const attempts = useStore(servers.all, (state) => state.attempts);
  // a client that hangs causes no entries
  const now = useNow(isWanted ? 2000 : undefined);
  const [found, setFound] = useState(none);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const entries = log.entries
      .slice(0, log.length)
      .filter(({ connectionId }) => attempts.get(connectionId) === serverId);
    const read = async ({ seq, change }: MessageEntry) =>
      change?.original ?? decodeText(await traffic.log.read(seq));
    void followFaults(entries, now, read).then(
      (events) => isCurrent && setFound({ events, summaries: summarizeFaults(events) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [log, attempts, serverId, isWanted, now, traffic]);
  return found;
}
