/** A separator that moves the border between two panes, with the mouse and with the arrow keys. */
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { cx } from "../../ui/cx.ts";
import separatorStyles from "../../ui/separator.module.css";
import styles from "./Splitter.module.css";

/** The smallest and the largest share of a pane in percent. */
export const minShare = 15;
export const maxShare = 85;

/** Percent per press of an arrow key. */
const step = 5;

export interface SplitterProps {
  /** Accessible name. */
  readonly label: string;
  /** Orientation of the line: `vertical` between panes beside each other. */
  readonly orientation: "vertical" | "horizontal";
  /** The first pane's share in percent. */
  readonly share: number;
  /** The id of the first pane. */
  readonly controls: string;
  readonly onChange: (share: number) => void;
}

/**
 * Its parent element is the room that both panes share.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/windowsplitter/
 */
export function Splitter({ label, orientation, share, controls, onChange }: SplitterProps) {
  const element = useRef<HTMLDivElement>(null);
  const isVertical = orientation === "vertical";
  const change = (wanted: number) =>
    onChange(Math.round(Math.min(Math.max(wanted, minShare), maxShare) * 10) / 10);

  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = shareOfKey(event.key, isVertical, share);
    if (wanted === undefined) return;
    event.preventDefault();
    change(wanted);
  };

  const onPointerMove = (event: PointerEvent) => {
    const room = element.current?.parentElement?.getBoundingClientRect();
    if (!room || !element.current?.hasPointerCapture(event.pointerId)) return;
    const [at, size] = isVertical
      ? [event.clientX - room.left, room.width]
      : [event.clientY - room.top, room.height];
    if (size > 0) change((at / size) * 100);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved
    <div
      ref={element}
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(share)}
      aria-valuemin={minShare}
      aria-valuemax={maxShare}
      aria-controls={controls}
      tabIndex={0}
      className={cx(separatorStyles.separator, styles.splitter)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onDoubleClick={() => change(50)}
    />
  );
}

function shareOfKey(key: string, isVertical: boolean, share: number): number | undefined {
  switch (key) {
    case isVertical ? "ArrowLeft" : "ArrowUp":
      return share - step;
    case isVertical ? "ArrowRight" : "ArrowDown":
      return share + step;
    case "Home":
      return minShare;
    case "End":
      return maxShare;
    default:
      return undefined;
  }
}
