/** Lists the requests of all servers that wait for an answer, with a link to each. */
import { useStore } from "zustand";
import { formatTarget } from "../../../shared/config/target.ts";
import { requestsText, rulesText } from "../../messages/requestMessages.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { useAllRequests } from "../hooks/useRequests.ts";
import styles from "./RequestQueue.module.css";

const RequestRows = lazyComponent(async () => (await import("./RequestRows.tsx")).RequestRows, {
  preload: "idle",
});

export function RequestQueue() {
  const items = useAllRequests();
  const waiting = items.filter(({ ended }) => !ended).length;
  return (
    <div className={styles.queue} data-any={items.length > 0 || undefined}>
      <p role="status" className={styles.count}>
        {waiting > 0 && requestsText(waiting)}
      </p>
      {items.length > 0 && <RequestRows items={items} />}
      <ActiveRules />
    </div>
  );
}

/** Shown as long as requests may be answered without the user. */
function ActiveRules() {
  const { inbox, servers, view } = useStores();
  const open = useStore(servers.all, (state) => state.open);
  const on = useStore(inbox.rules, (state) => state.on);
  return [...open.values()].map(({ id, target }) => {
    const count = on.get(id)?.size ?? 0;
    if (count === 0) return null;
    return (
      <Row gap={1} wraps key={id} className={styles.active}>
        <span>
          {rulesText(count)} {formatTarget(target)}
        </span>
        <Button size="small" variant="quiet" onPress={() => inbox.rules.clear(id)}>
          Switch off
        </Button>
        <Button size="small" variant="quiet" onPress={() => view.showSampling("rules")}>
          Show rules
        </Button>
      </Row>
    );
  });
}
