/** Shows bytes as hexadecimal digits with their characters; only the rows in view are drawn. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import styles from "./Blocks.module.css";

const bytesPerRow = 16;
/** Height of a row in CSS pixels. */
const rowHeight = 18;
/** Rows that a browser can scroll. */
const maxRows = 900_000;

export function HexView({ bytes, label }: { bytes: Uint8Array; label: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const count = Math.min(Math.ceil(bytes.length / bytesPerRow), maxRows);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    initialRect: { width: 800, height: 300 },
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      ref={scroller}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className={styles.hex}
    >
      <div className={styles.hexRows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            className={styles.hexRow}
            style={{ transform: `translateY(${start}px)`, height: rowHeight }}
          >
            {hexRow(bytes, index * bytesPerRow)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The offset, the bytes and the characters of a row. */
function hexRow(bytes: Uint8Array, from: number): string {
  const row = [...bytes.subarray(from, from + bytesPerRow)];
  const digits = row.map((byte) => byte.toString(16).padStart(2, "0"));
  const characters = row.map((byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".",
  );
  return `${from.toString(16).padStart(8, "0")}  ${digits.join(" ").padEnd(3 * bytesPerRow - 1)}  ${characters.join("")}`;
}
