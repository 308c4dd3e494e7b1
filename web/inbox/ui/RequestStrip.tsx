/** One line on small screens: how many requests wait, and how many rules answer without the user. */
import { useStore } from "zustand";
import { requestsText, rulesText } from "../../messages/requestMessages.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { useAllRequests } from "../hooks/useRequests.ts";
import styles from "./RequestStrip.module.css";

/** @param props.onShow shows the queue, which is in a separate pane there */
export function RequestStrip({ onShow }: { readonly onShow: () => void }) {
  const { inbox } = useStores();
  const waiting = useAllRequests().filter(({ ended }) => !ended).length;
  const rules = useStore(inbox.rules, ({ on }) =>
    [...on.values()].reduce((sum, own) => sum + own.size, 0),
  );
  const parts = [waiting > 0 && requestsText(waiting), rules > 0 && rulesText(rules)].filter(
    (part) => part !== false,
  );
  return (
    <div className={styles.strip} data-any={parts.length > 0 || undefined}>
      <p role="status" className={styles.text}>
        {parts.join(" · ")}
      </p>
      {parts.length > 0 && (
        <Button size="small" variant="quiet" onPress={onShow}>
          Show requests
        </Button>
      )}
    </div>
  );
}
