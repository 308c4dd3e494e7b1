/** One list of the explorer with its heading. */
import { ChevronRight, RefreshCw } from "lucide-react";
import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { lacksMethod, lacksOptionalList } from "../../../../shared/client/pages.ts";
import { useWaitingItems } from "../../../inbox/hooks/useRequests.ts";
import { FailureTitle } from "../../../messages/lazyFailure.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { useRowHeight } from "../../../ui/lists/useRowHeight.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { useItems, useListEnd, useListSize } from "../../hooks/useItems.ts";
import { useSelection } from "../../hooks/useShownServer.ts";
import { listSizeTexts } from "../../messages/listMessages.ts";
import { anyUriTemplate, type Item, type ListTraits } from "../../store/catalog/items.ts";
import type { ListSize } from "../../store/catalog/queries.ts";
import { loadMore, type UnreadList } from "../../store/catalog/queries.ts";
import { readSkillFile, skillRows } from "../../store/catalog/skillFiles.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import styles from "./Explorer.module.css";
import { ItemList } from "./ItemList.tsx";
import { useRankedItems } from "./useRankedItems.ts";

export interface ItemSectionProps {
  readonly view: ConnectedView;
  readonly list: ListTraits;
  /** The server's name, where it is not the active one. */
  readonly owner: string | undefined;
  /** What the list is filtered by. */
  readonly words: readonly string[];
  readonly onOpen: () => void;
  /** Called with the list when Up is pressed in its first row. */
  readonly onLeaveUp: (list: HTMLElement) => void;
  readonly scroller: RefObject<HTMLElement | null>;
}

const nothing: readonly Item[] = [];

export function ItemSection(props: ItemSectionProps) {
  const { view, list, owner, words } = props;
  const { servers, calls, view: panes } = useStores();
  const { invoke } = calls;
  const selection = useSelection();
  const query = useItems(view, list);
  const size = useListSize(view, list);
  const [isOpen, setOpen] = useState(true);
  const bodyId = useId();
  const all = query.data ?? nothing;
  const ranked = useRankedItems(all, words);
  const shown = ranked.items;
  const selected =
    owner === undefined && selection?.kind === list.kind ? selection.name : undefined;
  const rows = useMemo(
    () => (list.kind === "skill" ? skillRows(shown, selected) : shown),
    [list.kind, shown, selected],
  );
  const isFiltered = words.length > 0;
  const rowHeight = useRowHeight("item");
  const waiting = useWaitingItems(view.connection.serverId);
  const reload = () => {
    view.client.forget(list.method);
    void query.refetch();
  };
  const { serverId } = view.connection;
  const select = useCallback(
    ({ kind, name }: Item) => {
      servers.all.activate(serverId);
      panes.openItem({ kind, name });
    },
    [servers, panes, serverId],
  );
  const { onOpen } = props;
  const open = useCallback(
    (isByKey: boolean) => {
      if (isByKey) panes.focusItem();
      onOpen();
      invoke.readOpened();
      const chosen = selectionOf(servers, serverId);
      if (list.kind === "skill" && chosen) readSkillFile(view, all, chosen);
    },
    [panes, invoke, onOpen, servers, serverId, view, list.kind, all],
  );
  const section = useRef<HTMLElement>(null);
  // the lists of a server that was just added are below those of the others
  const isNew = owner === undefined && selection === undefined && query.isSuccess && !isFiltered;
  useEffect(() => {
    const group = isNew && section.current?.closest("[role=group]");
    if (group) group.scrollIntoView({ block: "nearest" });
  }, [isNew]);
  const isUndeclared = !view.client.agreement.capabilities[list.capability];
  const label = owner === undefined ? list.heading : `${list.heading} of ${owner}`;
  if (isFiltered && shown.length === 0) return null;

  return (
    <section ref={section} className={styles.section}>
      <div className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen || isFiltered}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden="true" className={styles.chevron} />
          <span>{list.heading}</span>
          {list.kind === "event" && <Badge tone="warning">draft</Badge>}
          <span className={styles.count} title={whyUnknown(size, list.method)}>
            {typeof size === "number" ? countText(shown.length, size) : listSizeTexts[size]}
          </span>
        </button>
        <IconButton
          label={`Reload ${lowerFirst(label)}`}
          icon={RefreshCw}
          size="small"
          className={styles.reload}
          onPress={reload}
        />
      </div>
      <div id={bodyId} hidden={!isOpen && !isFiltered}>
        {query.error && <Unread error={query.error} list={list} isUndeclared={isUndeclared} />}
        {all.length > 0 && (
          <ItemList
            label={label}
            items={rows}
            words={ranked.words}
            selected={selected}
            onSelect={select}
            onOpen={open}
            onLeaveUp={props.onLeaveUp}
            scroller={props.scroller}
            rowHeight={rowHeight}
            waiting={waiting}
            connection={view.connection}
          />
        )}
        {list.kind === "resource" && !isFiltered && (
          <Button
            size="small"
            variant="quiet"
            {...(owner !== undefined && { "aria-label": `Read any URI of ${owner}` })}
            className={styles.anyUri}
            onPress={() => {
              servers.all.activate(serverId);
              panes.openItem({ kind: "template", name: anyUriTemplate });
              open(true);
            }}
          >
            Read any URI
          </Button>
        )}
        {query.isSuccess && <MoreItems view={view} list={list} />}
        {size === 0 && <p className={styles.nothing}>None.</p>}
      </div>
    </section>
  );
}

/** The name of the item that is selected now, also if the press that selected it goes on. */
function selectionOf({ all }: ReturnType<typeof useStores>["servers"], serverId: string) {
  return all.getState().open.get(serverId)?.selection?.name;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function countText(shown: number, all: number): string {
  return shown === all
    ? all.toLocaleString("en")
    : `${shown.toLocaleString("en")} of ${all.toLocaleString("en")}`;
}

interface UnreadProps {
  readonly error: UnreadList;
  readonly list: ListTraits;
  /** Whether the user asked for it although the server does not declare it. */
  readonly isUndeclared: boolean;
}

function Unread({ error, list: { method }, isUndeclared }: UnreadProps) {
  const { outcome } = error;
  if (outcome.kind === "cancelled") return null;
  if (lacksMethod(outcome) && (isUndeclared || lacksOptionalList(method, outcome))) {
    return <p className={styles.nothing}>Not offered: the server has no method {method}.</p>;
  }
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

function whyUnknown(size: ListSize, method: string): string | undefined {
  if (size === "not-asked") return `The client has not sent ${method}.`;
  return size === "not-recorded" ? `The recording has no answer to ${method}.` : undefined;
}

/** Says that a list has more pages and loads them. */
function MoreItems({ view, list }: { view: ConnectedView; list: ListTraits }) {
  const end = useListEnd(view, list);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  if (!end?.cut) return null;
  if (end.cut === "not-recorded" || end.cut === "not-asked") {
    if (end.items.length === 0) return null;
    return (
      <p className={styles.nothing}>
        {end.cut === "not-asked"
          ? "The client has not asked for the next page."
          : "The recording does not have the next page."}
      </p>
    );
  }
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
