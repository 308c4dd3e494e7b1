/** One row of a list: icon, name, title and marks. */

import { AppWindow, Eye, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { useStore } from "zustand";
import { readAppTool } from "../../../../shared/apps/appTool.ts";
import { repeatsName } from "../../../../shared/client/repeatsName.ts";
import { showHidden } from "../../../../shared/core/text/showHidden.ts";
import { isDestructiveTool, isReadOnlyTool } from "../../../../shared/protocol/toolHints.ts";
import { callsOf } from "../../../calls/store/calls.ts";
import { itemKey } from "../../../calls/store/drafts.ts";
import { Highlight } from "../../../content/Highlight.tsx";
import { iconSource } from "../../../content/iconSource.ts";
import { formatSize } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { MiddleText } from "../../../ui/lists/MiddleText.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import type { Item } from "../../store/catalog/items.ts";
import type { Connection } from "../../store/connections/connection.ts";
import styles from "./ItemList.module.css";

/** Maximum UTF-16 code units of a name or description in a row. */
const maxTextLength = 1_000;

interface ItemRowProps {
  readonly id: string;
  readonly item: Item;
  readonly words: readonly string[];
  readonly isSelected: boolean;
  readonly position: number;
  readonly size: number;
  /** Distance from the top of the list in pixels; undefined in normal flow. */
  readonly top: number | undefined;
  /** How many requests wait for the user because of a call of it. */
  readonly waiting: number;
  /** The connection that listed it. */
  readonly connection: Pick<Connection, "id" | "serverId">;
  /** Whether another row has its label, so that only the details tell them apart. */
  readonly isAmbiguous: boolean;
  readonly onPick: (item: Item) => void;
}

export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { id, item, words, isSelected, position, size, top, waiting, onPick } = props;
  const { connection, isAmbiguous } = props;
  const icon = iconSource(item.raw);
  const bytes = item.raw.size;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={size}
      className={cx(styles.row, top !== undefined && styles.placed, item.isWithin && styles.within)}
      style={{ insetBlockStart: top }}
      title={item.description && showHidden(item.description.slice(0, maxTextLength))}
      onClick={() => onPick(item)}
    >
      {icon !== undefined && <img src={icon} alt="" className={styles.icon} />}
      <span className={styles.names}>
        <span className={styles.name} dir="auto">
          <Name text={item.label.slice(0, maxTextLength) || "(no name)"} words={words} />
        </span>
        {item.broken && <span className={styles.excluded}> not callable</span>}
        {item.detail && !isRepeated(item, words, isAmbiguous) && (
          <span className={styles.title} dir="auto">
            {" "}
            <Detail item={item} words={words} />
          </span>
        )}
      </span>
      <span className={styles.marks}>
        {item.kind === "resource" && <Changed uri={item.name} connection={connection} />}
        {item.change && <span className={styles.change}> {item.change}</span>}
        {item.kind === "resource" && typeof bytes === "number" && bytes >= 0 && (
          <span className={styles.size}> {formatSize(bytes)}</span>
        )}
        {item.kind === "tool" && (
          <>
            <AppMark tool={item.raw} />
            <Hint tool={item.raw} />
          </>
        )}
        {waiting > 0 && (
          <Badge tone="waiting">
            {waiting}
            <VisuallyHidden> waiting for you</VisuallyHidden>
          </Badge>
        )}
      </span>
    </div>
  );
});

/** The last part of a name tells similar ones apart; while the list is filtered, what was found is shown. */
function Name({ text, words }: { readonly text: string } & Pick<ItemRowProps, "words">) {
  if (words.length > 0) return <Highlight text={text} words={words} />;
  const last = /[-_./:]?[^-_./:]*$/.exec(text)?.[0].length ?? 0;
  return <MiddleText text={text} end={Math.min(Math.max(last, 4), 12)} />;
}

/** Whether the detail of a row only repeats its label: as a title, or at the end of a URI. */
function isRepeated(
  { kind, detail = "", label }: Item,
  words: readonly string[],
  isAmbiguous: boolean,
): boolean {
  if (repeatsName(detail, label)) return true;
  // what was found is shown
  return kind === "resource" && words.length === 0 && !isAmbiguous && detail.endsWith(`/${label}`);
}

/** That the server has reported a change of a resource since it was read. */
function Changed({ uri, connection }: { uri: string } & Pick<ItemRowProps, "connection">) {
  const { catalog, calls } = useStores();
  const { id, serverId } = connection;
  const changedAt = useStore(catalog.changes, ({ at }) => at(id, uri));
  const key = itemKey({ kind: "resource", name: uri });
  const readAt = useStore(calls.runs, (all) => callsOf(all, serverId, key).at(-1)?.startedAt);
  const isChanged = changedAt !== undefined && changedAt > (readAt ?? Number.NEGATIVE_INFINITY);
  return isChanged && <span className={styles.change}> changed</span>;
}

/** The end of a URI tells resources apart; while the list is filtered, what was found is shown. */
function Detail({ item, words }: Pick<ItemRowProps, "item" | "words">) {
  const text = item.detail?.slice(0, maxTextLength) ?? "";
  const isUri = item.kind === "resource" || item.kind === "template";
  return isUri && words.length === 0 ? (
    <MiddleText text={text} end={6} />
  ) : (
    <Highlight text={text} words={words} />
  );
}

/** Whether a tool has an app, and whether only apps or only models may call it. */
function AppMark({ tool }: { readonly tool: unknown }) {
  const { resourceUri, isForModel, isForApp } = readAppTool(tool);
  const only = isForModel === isForApp ? undefined : isForApp ? "app only" : "model only";
  return (
    <>
      {only && <span className={styles.only}> {only}</span>}
      {resourceUri !== undefined && (
        <AppWindow role="img" aria-hidden={false} aria-label="has an app" className={styles.hint} />
      )}
    </>
  );
}

/**
 * What a tool's annotations say about its effects; hints, not guarantees.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
function Hint({ tool }: { readonly tool: Item["raw"] }) {
  if (isReadOnlyTool(tool)) {
    return <Eye role="img" aria-hidden={false} aria-label="read-only" className={styles.hint} />;
  }
  if (!isDestructiveTool(tool)) return null;
  return (
    <TriangleAlert
      role="img"
      aria-hidden={false}
      aria-label="destructive"
      className={cx(styles.hint, styles.destructive)}
    />
  );
}
