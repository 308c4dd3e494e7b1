/** Shows how many requests from servers wait for an answer. */
import { useStore } from "zustand";
import { useRuntime } from "../../hooks/RuntimeContext.tsx";
import styles from "./RequestCount.module.css";

export function RequestCount() {
  const { inbox } = useRuntime();
  const count = useStore(inbox.items, (items) => items.length);
  return (
    <p role="status" className={styles.count} data-any={count > 0 || undefined}>
      {count > 0 &&
        (count === 1 ? "1 request from the server" : `${count} requests from the server`)}
    </p>
  );
}
