/** Says that a list has more pages and loads them. */
import { useState } from "react";
import { useListEnd } from "../../../stores/useItems.ts";
import { Button } from "../../../ui/Button.tsx";
import type { ListTraits } from "../../store/catalog/items.ts";
import { loadMore } from "../../store/catalog/queries.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import styles from "./Explorer.module.css";

export function MoreItems({ view, list }: { view: ConnectedView; list: ListTraits }) {
  const end = useListEnd(view, list);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  if (!end?.cut) return null;
  if (end.next === undefined) {
    return (
      <p className={styles.nothing}>
        The server sent the same cursor twice, so no further pages were loaded.
      </p>
    );
  }
  const load = () => {
    setState("loading");
    loadMore(view, list).then(
      () => setState("idle"),
      () => setState("failed"),
    );
  };
  return (
    <div className={styles.nothing}>
      <p>
        {state === "failed"
          ? "The next page could not be loaded. Traffic shows the exchange."
          : "The server has more pages than are loaded at once."}
      </p>
      <Button size="small" isDisabled={state === "loading"} onPress={load}>
        Load more {list.heading.toLowerCase()}
      </Button>
    </div>
  );
}
