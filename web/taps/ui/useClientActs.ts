/** Statements about the client of a tap, for components. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { messageText } from "../../../shared/log/messageText.ts";
import {
  type ActStatement,
  actStatement,
  notSeenText,
} from "../../../shared/messages/clientActText.ts";
import { type ActFacts, readActFacts } from "../../../shared/taps/acts/actFacts.ts";
import type { ClientAct } from "../../../shared/taps/acts/clientAct.ts";
import { readClientActs } from "../../../shared/taps/clientActs.ts";
import { nextTask } from "../../platform/slices.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useNow } from "../../stores/useNow.ts";
import { useLog } from "../../traffic/hooks/useLog.ts";
import { faultStatement } from "../messages/clientActMessages.ts";
import { useFaultEvents } from "./useFaultEvents.ts";

/** Entries that are read, the newest ones: a tap may run for days. */
const maxEntries = 20_000;

export function useClientActs(serverId: string): {
  readonly statements: readonly ActStatement[];
  readonly notSeen: { readonly count: number; readonly text: string };
} {
  const acts = useActs(serverId);
  const { events } = useFaultEvents(serverId, true);
  return useMemo(() => {
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
  }, [acts, events]);
}

const noActs: readonly ClientAct[] = [];

/** Messages are read once, in the background. */
function useActs(serverId: string): readonly ClientAct[] {
  const { servers, traffic } = useStores();
  const log = useDeferredValue(useLog());
  const attempts = useStore(servers.all, (state) => state.attempts);
  // a client that does nothing causes no entries
  const now = useNow(2000);
  const [known] = useState(() => new WeakMap<MessageEntry, readonly ActFacts[]>());
  const [acts, setActs] = useState(noActs);
  useEffect(() => {
    let isCurrent = true;
    const entries = log.entries
      .slice(Math.max(0, log.length - maxEntries), log.length)
      .filter(({ connectionId }) => attempts.get(connectionId) === serverId);
    const read = async ({ seq, carrier, change }: MessageEntry) =>
      change?.original ?? messageText(carrier, await traffic.log.read(seq));
    readActFacts(entries, read, known, nextTask)
      .then((factsOf) => isCurrent && setActs(readClientActs(entries, now, factsOf)))
      // what was read before stays
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [log, attempts, serverId, now, traffic, known]);
  return acts;
}

const order: readonly ActStatement["state"][] = ["failed", "warning", "open", "ok", "not-seen"];
