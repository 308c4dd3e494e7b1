/** Virtualized view of text of any size that can be scrolled, selected and copied. */
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Stack } from "../ui/primitives/Layout.tsx";
import syntax from "./syntax.module.css";
import { type EditorBlock, scrollable } from "./text/blocks.ts";
import { tokens } from "./text/jsonTokens.ts";
import type { PresentedText } from "./text/presentText.ts";
import { blockIndex, selectedText } from "./text/selectedText.ts";
import styles from "./WireText.module.css";

/** Estimated line height in CSS pixels, until a block is measured. */
const lineHeight = 18;
const charactersPerRow = 90;

type Props = PresentedText & {
  /** Accessible name of the view. */
  label: string;
  /** Whether the rest of a large text is being prepared: `blocks` are those of its beginning. */
  isBusy: boolean;
  /** Maximum height as CSS length; if omitted, limited by the container and the window. */
  maxHeight?: string | undefined;
};

/** Renders only the visible blocks and the two ends of a selection. */
export function WireText(props: Props) {
  const { shown: text, label, isJson, isBusy, maxHeight } = props;
  const blocks = useMemo(() => scrollable(props.blocks), [props.blocks]);
  const isCutOff = !isBusy && (blocks.at(-1)?.end ?? 0) < text.length;
  const scroller = useRef<HTMLDivElement>(null);
  const [selectionEnds, setSelectionEnds] = useState<readonly number[]>([]);

  const virtualizer = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRows(blocks[index]) * lineHeight,
    overscan: 1,
    initialRect: { width: 800, height: 400 },
    rangeExtractor: (range) => withEnds(range, selectionEnds),
  });

  useEffect(() => {
    const followSelection = () => {
      const selection = document.getSelection();
      const ends = [selection?.anchorNode, selection?.focusNode]
        .map((node) => blockIndex(scroller.current, node))
        .filter((index) => index !== undefined);
      setSelectionEnds((before) => (String(before) === String(ends) ? before : ends));
    };
    document.addEventListener("selectionchange", followSelection);
    return () => document.removeEventListener("selectionchange", followSelection);
  }, []);

  function selectAll(event: KeyboardEvent) {
    const isSelectAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a";
    if (!isSelectAll || blocks.length === 0) return;
    event.preventDefault();
    // Only the beginning would be selected.
    if (isBusy) return;
    flushSync(() => setSelectionEnds([0, blocks.length - 1]));
    const drawn = scroller.current?.querySelectorAll("[data-index]");
    const first = drawn?.item(0);
    const last = drawn?.item(drawn.length - 1);
    if (first && last) {
      document.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
    }
  }

  function copy(event: ClipboardEvent) {
    const selected = selectedText(scroller.current, text, blocks);
    if (selected === undefined) return;
    event.clipboardData.setData("text/plain", selected);
    event.preventDefault();
  }

  return (
    <Stack gap={0} className={styles.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, not for text */}
      <div
        ref={scroller}
        className={styles.scroller}
        style={{ maxHeight }}
        role="group"
        aria-label={label}
        aria-busy={isBusy || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
        onKeyDown={selectAll}
        onCopy={copy}
      >
        <div className={styles.text} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const block = blocks[index];
            return (
              block && (
                <div
                  key={index}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  dir={isJson ? undefined : "auto"}
                  className={styles.block}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <BlockText text={text} block={block} isJson={isJson} />
                </div>
              )
            );
          })}
        </div>
        {isCutOff && <p className={styles.cutOff}>The following lines are not shown.</p>}
      </div>
    </Stack>
  );
}

const BlockText = memo(function BlockText({ text, block, isJson }: BlockTextProps) {
  if (!isJson) return text.slice(block.start, block.end);
  return tokens(text, block).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text have no other identity
    <span key={index} className={syntax[token.kind]}>
      {token.text}
    </span>
  ));
});

type BlockTextProps = { text: string; block: EditorBlock; isJson: boolean };

function estimateRows(block: EditorBlock | undefined): number {
  if (!block) return 1;
  return Math.max(block.lines, Math.ceil((block.end - block.start) / charactersPerRow));
}

function withEnds(range: Range, ends: readonly number[]): number[] {
  const indexes = new Set(defaultRangeExtractor(range));
  for (const end of ends) if (end < range.count) indexes.add(end);
  return [...indexes].sort((a, b) => a - b);
}
