/** One list of the explorer with its heading. */
import { ChevronRight, RefreshCw } from "lucide-react";
import { type RefObject, useId, useState } from "react";
import { useStores, useView } from "../../hooks/StoresContext.tsx";
import { useItems } from "../../hooks/useItems.ts";
import { FailureTitle } from "../../messages/lazyFailure.tsx";
import type { Item, ListTraits } from "../../stores/catalog/items.ts";
import type { UnreadList } from "../../stores/catalog/queries.ts";
import type { ConnectedView } from "../../stores/connections/connection.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { useRowHeight } from "../../ui/useRowHeight.ts";
import styles from "./Explorer.module.css";
import { ItemList } from "./ItemList.tsx";
import { MoreItems } from "./MoreItems.tsx";
import { useMatching } from "./useMatching.ts";

export interface ItemSectionProps {
  readonly view: ConnectedView;
  readonly list: ListTraits;
  readonly filter: string;
  readonly onOpen: () => void;
  readonly scroller: RefObject<HTMLElement | null>;
}

const nothing: readonly Item[] = [];

export function ItemSection(props: ItemSectionProps) {
  const { view, list, filter } = props;
  const { view: panes } = useStores();
  const selection = useView((state) => state.selection);
  const query = useItems(view, list);
  const [isOpen, setOpen] = useState(true);
  const bodyId = useId();
  const all = query.data ?? nothing;
  const shown = useMatching(all, filter);
  const rowHeight = useRowHeight();
  const reload = () => {
    view.client.forget(list.method);
    void query.refetch();
  };
  const select = ({ kind, name }: Item) => panes.openItem({ kind, name });

  return (
    <section className={styles.section}>
      <div className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden="true" className={styles.chevron} />
          <span>{list.heading}</span>
          <span className={styles.count}>
            {query.isFetching && all.length === 0 ? "…" : countWords(shown.length, all.length)}
          </span>
        </button>
        <IconButton
          label={`Reload ${list.heading.toLowerCase()}`}
          icon={RefreshCw}
          size="small"
          className={styles.reload}
          onPress={reload}
        />
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {query.error && <Unread error={query.error} method={list.method} />}
        {all.length > 0 && (
          <ItemList
            label={list.heading}
            items={shown}
            selected={selection?.kind === list.kind ? selection.name : undefined}
            onSelect={select}
            onOpen={props.onOpen}
            scroller={props.scroller}
            rowHeight={rowHeight}
          />
        )}
        {query.isSuccess && <MoreItems view={view} list={list} />}
        {query.isSuccess && shown.length === 0 && (
          <p className={styles.nothing}>{all.length === 0 ? "None." : "No matches."}</p>
        )}
      </div>
    </section>
  );
}

function countWords(shown: number, all: number): string {
  return shown === all
    ? all.toLocaleString("en")
    : `${shown.toLocaleString("en")} of ${all.toLocaleString("en")}`;
}

function Unread({ error, method }: { error: UnreadList; method: string }) {
  const { outcome } = error;
  if (outcome.kind === "cancelled") return null;
  return (
    <Notice severity="error" title={`${method} failed`}>
      {outcome.kind === "error" ? (
        `${outcome.error.code} ${outcome.error.message}`
      ) : (
        <FailureTitle failure={outcome.failure} />
      )}
      . The exchange is in Traffic; reload the list to try again.
    </Notice>
  );
}
