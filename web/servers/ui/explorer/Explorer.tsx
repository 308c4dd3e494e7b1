/** Lists what the open servers offer, narrowed by one filter. */
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import { useSelection } from "../../hooks/useShownServer.ts";
import styles from "./Explorer.module.css";

const ServerGroups = lazyComponent(
  async () => (await import("./servers/ServerGroups.tsx")).ServerGroups,
  { preload: "intent" },
);

interface ExplorerProps {
  readonly filterRef: RefObject<HTMLInputElement | null>;
  /** Called when an item is chosen, not only moved over with the arrow keys. */
  readonly onOpen: () => void;
  /** What a server has above its lists; the same function each time. */
  readonly renderAbove?: (serverId: string) => ReactNode;
}

/** Down in the filter moves into the lists, Enter opens the first item that matches. */
export function Explorer(props: ExplorerProps) {
  const stores = useStores();
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter);
  const scroller = useRef<HTMLDivElement>(null);
  const hasServers = useStore(stores.servers.all, ({ open }) => open.size > 0);
  const hasSelection = useSelection() !== undefined;

  const openFirst = async () => {
    if (filter.trim() === "") return;
    const { selectFirstHit } = await import("./selectFirstHit.ts");
    if (!selectFirstHit(stores, filter)) return;
    stores.view.focusItem();
    props.onOpen();
    stores.calls.invoke.readOpened();
  };
  const moveIntoLists = async () => {
    if (filter.trim() !== "" || !hasSelection) {
      const { selectFirstHit } = await import("./selectFirstHit.ts");
      // the list is found by its selected row, which has to be drawn
      flushSync(() => selectFirstHit(stores, filter));
    }
    const lists = listsIn(scroller.current);
    (lists.find((list) => list.hasAttribute("aria-activedescendant")) ?? lists[0])?.focus();
  };
  const { filterRef, onOpen, renderAbove } = props;
  const leaveUp = useCallback(
    (list: HTMLElement) => {
      const lists = listsIn(scroller.current);
      (lists[lists.indexOf(list) - 1] ?? filterRef.current)?.focus();
    },
    [filterRef],
  );
  // what is typed is shown before the lists are drawn
  const groups = useMemo(
    () => (
      <ServerGroups
        filter={wanted}
        onOpen={onOpen}
        onLeaveUp={leaveUp}
        scroller={scroller}
        renderAbove={renderAbove}
      />
    ),
    [wanted, onOpen, leaveUp, renderAbove],
  );

  return (
    <div className={styles.explorer}>
      <SearchField
        label="Filter"
        value={filter}
        onChange={setFilter}
        inputRef={filterRef}
        onSubmit={() => void openFirst()}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") {
            event.preventDefault();
            void moveIntoLists();
          } else event.continuePropagation();
        }}
      />
      <div ref={scroller} className={styles.lists}>
        {hasServers ? (
          groups
        ) : (
          <p className={styles.nothing}>
            The tools, resources and prompts of a connected server appear here.
          </p>
        )}
      </div>
    </div>
  );
}

/** The lists that are not folded away. */
function listsIn(element: HTMLElement | null): readonly HTMLElement[] {
  const all = [...(element?.querySelectorAll<HTMLElement>("[role=listbox]") ?? [])];
  return all.filter((list) => !list.closest("[hidden]"));
}
