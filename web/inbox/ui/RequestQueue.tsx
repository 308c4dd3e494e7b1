/** Lists the requests of all servers that wait for an answer, with a link to each. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { formatTarget } from "../../../shared/config/target.ts";
import { formatCount, formatWait } from "../../messages/quantities.ts";
import { requestKind, requestsText, rulesText } from "../../messages/requestMessages.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useOpenRequest } from "../../stores/useOpenRequest.ts";
import { useServerName } from "../../stores/useOpenServers.ts";
import { useAllRequests } from "../../stores/useRequests.ts";
import { Button } from "../../ui/Button.tsx";
import { RowButton } from "../../ui/lists/RowButton.tsx";
import type { InboxItem } from "../store/inbox.ts";
import styles from "./RequestQueue.module.css";

/** More than these are counted, not listed. */
const shown = 20;

export function RequestQueue() {
  const items = useAllRequests();
  const waiting = items.filter(({ ended }) => !ended).length;
  return (
    <div className={styles.queue} data-any={items.length > 0 || undefined}>
      <p role="status" className={styles.count}>
        {waiting > 0 && requestsText(waiting)}
      </p>
      {items.length > 0 && <Rows items={items} />}
      <ActiveRules />
    </div>
  );
}

/** Shown as long as requests may be answered without the user. */
function ActiveRules() {
  const { requests, servers, view } = useStores();
  const open = useStore(servers.all, (state) => state.open);
  const on = useStore(requests.rules, (state) => state.on);
  return [...open.values()].map(({ id, target }) => {
    const count = on.get(id)?.size ?? 0;
    if (count === 0) return null;
    return (
      <div key={id} className={styles.active}>
        <span>
          {rulesText(count)} {formatTarget(target)}
        </span>
        <Button size="small" variant="quiet" onPress={() => requests.rules.clear(id)}>
          Switch off
        </Button>
        <Button size="small" variant="quiet" onPress={() => view.showSampling("rules")}>
          Show rules
        </Button>
      </div>
    );
  });
}

function Rows({ items }: { readonly items: readonly InboxItem[] }) {
  const now = useNow();
  const rest = items.length - shown;
  return (
    <ul aria-label="Requests from servers" className={styles.list}>
      {items.slice(0, shown).map((item) => (
        <Row key={item.key} item={item} now={now} />
      ))}
      {rest > 0 && <li className={styles.rest}>and {formatCount(rest, "other")}</li>}
    </ul>
  );
}

function Row({ item, now }: { readonly item: InboxItem; readonly now: number }) {
  const { selection, open } = useOpenRequest(item);
  const server = useServerName(item.serverId) ?? item.server;
  return (
    <li>
      <RowButton isCompact onPress={open}>
        <span>{requestKind(item.input.method)}</span>
        <span className={styles.from}>{selection ? `${selection.name} · ${server}` : server}</span>
        <span className={styles.time}>
          {item.ended ? "ended" : formatWait(now - item.receivedAt)}
        </span>
      </RowButton>
    </li>
  );
}

/** The tab's clock in milliseconds, each second. */
function useNow(): number {
  const { clock } = useStores();
  const [now, setNow] = useState(clock.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), 1000);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
