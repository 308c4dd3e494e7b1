/** The calls of a collection, with the result of the last run. */
import { useStore } from "zustand";
import type { SavedCall } from "../../../../shared/collections/collection.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { formatMs } from "../../../messages/quantities.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { RowList } from "../../../ui/lists/RowList.tsx";
import { resultBadge } from "../../messages/collectionMessages.ts";
import type { Collections } from "../../store/collections/collections.ts";
import styles from "./SavedCalls.module.css";

interface CallRowsProps {
  readonly collections: Collections;
  readonly calls: readonly SavedCall[];
  /** The index of the call that is shown. */
  readonly shown: number;
  readonly onShow: (index: number) => void;
}

export function CallRows({ collections, calls, shown, onShow }: CallRowsProps) {
  const results = useStore(collections, (state) => state.results);
  return (
    // calls have no other identity than their place
    <RowList label="Calls of the collection" items={calls} keyOf={(_, index) => index}>
      {(call, index) => {
        const result = results.get(call);
        const badge = result && resultBadge(result);
        return (
          <RowButton isCurrent={index === shown} onPress={() => onShow(index)}>
            <span className={styles.name}>{escapeHidden(call.name)}</span>
            {call.name !== call.item && (
              <span className={styles.item}>{escapeHidden(call.item)}</span>
            )}
            <span className={styles.state}>
              {result?.kind === "answered" && (
                <span className={styles.ms}>{formatMs(result.ms)}</span>
              )}
              {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
            </span>
          </RowButton>
        );
      }}
    </RowList>
  );
}
