/** Statements about the client of a tap, for components. */
import { useDeferredValue, useMemo } from "react";
import { useStore } from "zustand";
import { readClientActs } from "../../../shared/taps/clientActs.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useNow } from "../../stores/useNow.ts";
import { useLog } from "../../traffic/hooks/useLog.ts";
import {
  type ActStatement,
  actStatement,
  faultStatement,
  notSeenText,
} from "../messages/clientActMessages.ts";
import { useFaultEvents } from "./useFaultEvents.ts";

/** Entries that are read, the newest ones: a tap may run for days. */
const maxEntries = 20_000;

export function useClientActs(serverId: string): {
  readonly statements: readonly ActStatement[];
  readonly notSeen: { readonly count: number; readonly text: string };
} {
  const { servers } = useStores();
  const log = useDeferredValue(useLog());
  const attempts = useStore(servers.all, (state) => state.attempts);
  const { events } = useFaultEvents(serverId, true);
  // a client that does nothing causes no entries
  const now = useNow(2000);
  return useMemo(() => {
    const entries = log.entries
      .slice(Math.max(0, log.length - maxEntries), log.length)
      .filter(({ connectionId }) => attempts.get(connectionId) === serverId);
    const acts = readClientActs(entries, now);
    const faults = [...Map.groupBy(events, ({ outcome }) => outcome).values()]
      .map(faultStatement)
      .filter((statement) => statement !== undefined);
    const seen = acts.filter(({ state }) => state !== "not-seen").map(actStatement);
    return {
      statements: [...faults, ...seen].toSorted(
        (one, other) => order.indexOf(one.state) - order.indexOf(other.state),
      ),
      notSeen: { count: acts.length - seen.length, text: notSeenText(acts) },
    };
  }, [log, attempts, serverId, events, now]);
}

const order: readonly ActStatement["state"][] = ["failed", "open", "ok", "not-seen"];
