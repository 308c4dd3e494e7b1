/** Statements about the client of a tap, for components. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import {
  compareKnownClient,
  type RecognisedClient,
} from "../../../../shared/clients/seen/knownClient.ts";
import type { MessageEntry } from "../../../../shared/log/entry.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import {
  type ActStatement,
  actStatement,
  notSeenText,
} from "../../../../shared/messages/clientActText.ts";
import { type ActFacts, readActFacts } from "../../../../shared/taps/acts/actFacts.ts";
import type { ClientAct } from "../../../../shared/taps/acts/clientAct.ts";
import { readClientActs } from "../../../../shared/taps/clientActs.ts";
import { nextTask } from "../../../platform/slices.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useNow } from "../../../stores/useNow.ts";
import { useLog } from "../../../traffic/hooks/useLog.ts";
import { faultStatement } from "../../messages/clientActMessages.ts";
import { useFaultEvents } from "../useFaultEvents.ts";

/** Entries that are read, the newest ones: a tap may run for days. */
const maxEntries = 20_000;

export function useClientActs(serverId: string): {
  readonly statements: readonly ActStatement[];
  readonly notSeen: { readonly count: number; readonly text: string };
  /** Undefined if the client is not known. */
  readonly known: RecognisedClient | undefined;
} {
  const { acts, known } = useActs(serverId);
  const { events } = useFaultEvents(serverId, true);
  return useMemo(() => {
    const faults = [...Map.groupBy(events, ({ outcome }) => outcome).values()]
      .map(faultStatement)
      .filter((statement) => statement !== undefined);
    const seen = acts
      .filter(({ state }) => state !== "not-seen")
      .map((act) => actStatement(act, known?.client.id));
    return {
      statements: [...faults, ...seen].toSorted(
        (one, other) => order.indexOf(one.state) - order.indexOf(other.state),
      ),
      notSeen: { count: acts.length - seen.length, text: notSeenText(acts) },
      known,
    };
  }, [acts, events, known]);
}

interface SeenClient {
  readonly acts: readonly ClientAct[];
  readonly known: RecognisedClient | undefined;
}

const nothing: SeenClient = { acts: [], known: undefined };

/** Messages are read once, in the background. */
function useActs(serverId: string): SeenClient {
  const { servers, traffic } = useStores();
  const log = useDeferredValue(useLog());
  const attempts = useStore(servers.all, (state) => state.attempts);
  // a client that does nothing causes no entries
  const now = useNow(2000);
  const [known] = useState(() => new WeakMap<MessageEntry, readonly ActFacts[]>());
  const [seen, setSeen] = useState(nothing);
  useEffect(() => {
    let isCurrent = true;
    const entries = log.entries
      .slice(Math.max(0, log.length - maxEntries), log.length)
      .filter(({ connectionId }) => attempts.get(connectionId) === serverId);
    const read = async ({ seq, carrier, change }: MessageEntry) =>
      change?.original ?? messageText(carrier, await traffic.log.read(seq));
    const readSeen = async () => {
      const factsOf = await readActFacts(entries, read, known, nextTask);
      const acts = readClientActs(entries, now, factsOf);
      return { acts, known: await compareKnownClient(entries, acts, read) };
    };
    readSeen()
      .then((each) => isCurrent && setSeen(each))
      // what was read before stays
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [log, attempts, serverId, now, traffic, known]);
  return seen;
}

const order: readonly ActStatement["state"][] = ["failed", "warning", "open", "ok", "not-seen"];
