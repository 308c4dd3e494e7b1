/** The context menu of a row: copies the message, opens it elsewhere, or filters by it. */
import { ArrowLeftRight, Diff, ListFilter, RotateCcw, SquarePen } from "lucide-react";
import { type CSSProperties, useRef } from "react";
import { Menu as AriaMenu, Popover } from "react-aria-components";
import type { ListedChange } from "../../../../../shared/log/entry.ts";
import { serverTerm } from "../../../../../shared/log/filterText.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import type { Action } from "../../../../ui/action.ts";
import { CopyOutcome } from "../../../../ui/CopyButton.tsx";
import { cx } from "../../../../ui/cx.ts";
import { MenuAction } from "../../../../ui/overlays/MenuAction.tsx";
import popupStyles from "../../../../ui/overlays/Popup.module.css";
import { useCompose } from "../../useCompose.ts";
import { useCopyAs } from "../../useCopyAs.ts";
import type { LogServers } from "../../useLogServers.ts";
import { useReplay } from "../../useReplay.ts";
import { differenceLabel } from "../difference/listChanges.ts";
import { changesOfGroup } from "../groupRows.ts";
import type { LogIndex } from "../logIndex.ts";
import { rowOf } from "../rows.ts";
import { entryOf, isGroup, type RowGroup, type RowItem } from "../tree/rowGroup.ts";

/** The row whose menu is open, and the point of the window where it opened. */
export interface RowMenuPlace {
  readonly item: RowItem;
  readonly x: number;
  readonly y: number;
}

interface Props {
  readonly place: RowMenuPlace | undefined;
  readonly index: LogIndex;
  readonly servers: LogServers;
  readonly onSelect: (seq: number) => void;
  readonly onDifference: (group: RowGroup, change: ListedChange) => void;
  /** Adds a term to the filter. */
  readonly onFilter: (term: string) => void;
  readonly onClose: () => void;
}

/** Stays mounted while it is closed, to report how copying ended. */
export function RowMenu(props: Props) {
  const { place, index, servers, onSelect, onDifference, onFilter, onClose } = props;
  const anchor = useRef<HTMLSpanElement>(null);
  const { traffic } = useStores();
  const { actionsOf, result, dismiss } = useCopyAs(index);
  const compose = useCompose();
  const replay = useReplay();

  const actionsFor = (item: RowItem): Action[] => {
    const entry = entryOf(item);
    const pair = index.pair(entry.seq);
    const again = entry.kind === "message" ? replay(entry) : undefined;
    const initiator = index.initiator(entry);
    const method = rowOf(entry, index)?.method ?? "";
    const server = servers.hasSeveral() ? (servers.of(entry)?.name ?? "") : "";
    return [
      ...differencesOf(item, onDifference),
      ...actionsOf(entry),
      ...when(entry.kind === "message" && entry, (message) => ({
        id: "compose",
        label: "Edit in Composer",
        icon: SquarePen,
        onAction: async () => compose(message, await traffic.log.read(message.seq)),
      })),
      ...when(again, (run) => ({
        id: "again",
        label: "Send again",
        icon: RotateCcw,
        onAction: run,
      })),
      ...when(pair, ({ other }) => ({
        id: "other",
        label: other > entry.seq ? "Go to response" : "Go to request",
        icon: ArrowLeftRight,
        onAction: () => onSelect(other),
      })),
      ...[
        method && `method:${method}`,
        initiator ? `initiator:${initiator.kind}` : "",
        server && serverTerm(server),
      ]
        .filter((term) => term !== "")
        .map((term) => ({
          id: term,
          label: `Filter by ${term}`,
          icon: ListFilter,
          onAction: () => onFilter(term),
        })),
    ];
  };

  const at: CSSProperties = { position: "fixed", left: place?.x ?? 0, top: place?.y ?? 0 };
  return (
    <>
      <span ref={anchor} style={at} />
      <Popover
        triggerRef={anchor}
        placement="bottom start"
        isOpen={place !== undefined}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        className={cx(popupStyles.popup)}
      >
        {place && (
          <AriaMenu
            aria-label="Message"
            autoFocus="first"
            items={actionsFor(place.item)}
            onClose={onClose}
            className={cx(popupStyles.list)}
          >
            {(action) => <MenuAction action={action} />}
          </AriaMenu>
        )}
      </Popover>
      <CopyOutcome anchor={anchor} result={result} onDismiss={dismiss} />
    </>
  );
}

/** Differences that a menu leads to. */
const maxDifferences = 10;

function differencesOf(item: RowItem, show: Props["onDifference"]): readonly Action[] {
  if (!isGroup(item)) return [];
  return changesOfGroup(item)
    .slice(0, maxDifferences)
    .map((change) => ({
      id: `difference ${change.kind} ${change.name}`,
      label: differenceLabel(change),
      icon: Diff,
      onAction: () => show(item, change),
    }));
}

function when<T>(value: T | undefined | false, make: (value: T) => Action): readonly Action[] {
  return value ? [make(value)] : [];
}
