/** Shows how many requests from servers wait for an answer. */
import { useRequests } from "../../hooks/useRequests.ts";
import styles from "./RequestCount.module.css";

export function RequestCount() {
  const count = useRequests().length;
  return (
    <p role="status" className={styles.count} data-any={count > 0 || undefined}>
      {count > 0 &&
        (count === 1 ? "1 request from the server" : `${count} requests from the server`)}
    </p>
  );
}
