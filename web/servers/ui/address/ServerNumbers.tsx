/** Shows in numbers what the connected server lists, or how long it has been lost or failed. */

import { useStore } from "zustand";
import type { StreamWait } from "../../../../shared/transport/http/httpOptions.ts";
import { heldConnections } from "../../../../shared/transport/http/slots.ts";
import { formatCount, formatTimeOfDay, formatWait } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useNow } from "../../../stores/useNow.ts";
import { loopOf } from "../../../watch/store/watchStore.ts";
import { useItems } from "../../hooks/useItems.ts";
import { useActiveId } from "../../hooks/useOpenServers.ts";
import { type ListTraits, lists, shownName } from "../../store/catalog/items.ts";
import { missingStream, type ServerCondition } from "../../store/connections/condition.ts";
import type { ConnectedView, Return } from "../../store/connections/connection.ts";
import styles from "./ConnectionStatus.module.css";

export function ServerNumbers({
  view,
  condition,
}: {
  readonly view: ConnectedView;
  readonly condition: ServerCondition;
}) {
  const { serverInfo } = view.client.agreement;
  const name = serverInfo.title ?? serverInfo.name;
  const returned = condition.kind === "connected" ? condition.returned : undefined;
  const stream = missingStream(condition);
  if (stream) return <StreamNumbers {...stream} />;
  return (
    <p className={styles.numbers}>
      {name && (
        <span title={shownName(`${serverInfo.name} ${serverInfo.version}`)}>{shownName(name)}</span>
      )}
      {lists.map((list) => (
        <Count key={list.kind} view={view} list={list} />
      ))}
      {returned && <Back returned={returned} />}
      <Busy />
    </p>
  );
}

/** What still works without the event stream, and when it is opened again. */
function StreamNumbers({ nextAt }: StreamWait) {
  const seconds = Math.ceil((nextAt - useNow()) / 1000);
  return (
    <p className={styles.numbers}>
      <span>calls still work</span>
      <span>{seconds > 0 ? `next try in ${seconds} s` : "trying it now"}</span>
    </p>
  );
}

/** Said only while a call waits for a connection: otherwise nobody has to know how many there are. */
function Busy() {
  const id = useActiveId() ?? "";
  const isQueued = useStore(useStores().calls.runs, (all) =>
    [...(all.get(id)?.values() ?? [])].some((runs) =>
      runs.some((run) => run.kind === "running" && run.queued === "connections"),
    ),
  );
  return isQueued && <span>{`${heldConnections} of ${heldConnections} connections busy`}</span>;
}

function Count({ view, list }: { view: ConnectedView; list: ListTraits }) {
  const { data } = useItems(view, list);
  if (!data || data.length === 0) return null;
  return <span>{formatCount(data.length, list.heading.toLowerCase().replace(/s$/, ""))}</span>;
}

/** Milliseconds for which the return of a server is news. */
const newsMs = 60_000;

function Back({ returned: { at, awayMs } }: { readonly returned: Return }) {
  const now = useNow();
  return now - at < newsMs && <span>back after {formatWait(awayMs)}</span>;
}

/** The clock of a lost or failed server, and what the page does about it. */
export function ConditionNumbers({ condition }: { readonly condition: ServerCondition }) {
  const { clock, watch } = useStores();
  const id = useActiveId();
  const loop = useStore(watch, (state) => loopOf(state, id));
  const now = useNow();
  if (condition.kind !== "lost" && condition.kind !== "failed") return null;
  const lasts = formatWait(now - condition.at);
  const watched = loop.kind === "watching" && loop.watched.kind === "files" && loop.watched;
  if (condition.kind === "failed") {
    return (
      <p className={styles.numbers}>
        <span>{lasts} ago</span>
        {watched && <span>watching {formatCount(watched.files, "file")}</span>}
      </p>
    );
  }
  const { awaits } = condition;
  const since = formatTimeOfDay(Date.now() - clock.now() + condition.at).slice(0, 8);
  return (
    <p className={styles.numbers}>
      <span>
        {awaits ? "no answer since" : "since"} {since}, {lasts}
      </span>
      {awaits?.kind === "answer" && <span>{nextText(awaits.nextAt, now)}</span>}
      {watched && <span>watching {formatCount(watched.files, "file")}</span>}
    </p>
  );
}

/** When a lost server is asked again. */
const nextText = (at: number | undefined, now: number) =>
  at === undefined || at <= now ? "asking it now" : `next try in ${Math.ceil((at - now) / 1000)} s`;
