/** One row of a list: icon, name, title and marks. */

import { AppWindow, Eye, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { readAppTool } from "../../../../shared/apps/appTool.ts";
import { showHidden } from "../../../../shared/core/text/showHidden.ts";
import { isDestructiveTool, isReadOnlyTool } from "../../../../shared/protocol/toolHints.ts";
import { Highlight } from "../../../content/Highlight.tsx";
import { iconSource } from "../../../content/iconSource.ts";
import { formatSize } from "../../../messages/quantities.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { MiddleText } from "../../../ui/lists/MiddleText.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import type { Item } from "../../store/catalog/items.ts";
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
  readonly onPick: (item: Item) => void;
}

export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { id, item, words, isSelected, position, size, top, waiting, onPick } = props;
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
      className={cx(styles.row, top !== undefined && styles.placed)}
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
        {item.detail && !saysSame(item.detail, item.label) && (
          <span className={styles.title} dir="auto">
            {" "}
            <Detail item={item} words={words} />
          </span>
        )}
      </span>
      <span className={styles.marks}>
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

/** Whether a title repeats a name, apart from case, separators and the word "tool". */
function saysSame(title: string, name: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/\btool\b/g, "")
      .replace(/[\s\-_./:]+/g, "");
  return plain(title) === plain(name);
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
