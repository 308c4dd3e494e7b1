/** A block of bytes: an image, audio or video, text in base64, or hexadecimal digits. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useMemo, useRef } from "react";
import { fromBase64 } from "../../../shared/core/base64.ts";
import { fileName } from "../../../shared/core/text/fileName.ts";
import { formatSize } from "../../messages/quantities.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { Media } from "../Media.tsx";
import type { MediaKind } from "../mediaSource.ts";
import { BlockFrame } from "./BlockFrame.tsx";
import styles from "./Blocks.module.css";
import { TextContentBlock } from "./TextContentBlock.tsx";

interface BinaryBlockProps {
  readonly type: string;
  readonly label: string;
  readonly base64: string;
  readonly mimeType: string;
  /** Undefined if the type of the block does not determine it. */
  readonly kind: MediaKind | undefined;
  readonly uri: string;
  readonly name: string;
  readonly facts: readonly string[];
  readonly metaText: string | undefined;
  readonly children?: ReactNode;
}

export function BinaryBlock(props: BinaryBlockProps) {
  const { type, label, base64, mimeType, uri, name, facts, metaText, children } = props;
  const bytes = useMemo(() => fromBase64(base64), [base64]);
  const kind = props.kind ?? mediaKind(mimeType);
  if (bytes && kind === undefined && /^text\/|json|xml|yaml|javascript/.test(mimeType)) {
    return <TextContentBlock {...props} text={new TextDecoder().decode(bytes)} />;
  }
  const file = bytes && {
    name: fileName(uri || name, mimeType, "bin"),
    content: bytes,
    copied: base64,
  };
  return (
    <BlockFrame
      type={type}
      label={label}
      facts={bytes ? [formatSize(bytes.length), ...facts] : facts}
      file={file}
      metaText={metaText}
    >
      {children}
      {kind !== undefined ? (
        <Media kind={kind} base64={base64} mimeType={mimeType} />
      ) : bytes === undefined ? (
        <Notice severity="warning" title="The data is not base64">
          The message contains it as received.
        </Notice>
      ) : (
        <>
          {mimeType === "application/pdf" && (
            <Text as="p" tone="muted">
              PDF documents are not opened inside the page, which runs only its own code. Save it to
              read it.
            </Text>
          )}
          <HexView bytes={bytes} label={`Bytes of ${label}`} />
        </>
      )}
    </BlockFrame>
  );
}

function mediaKind(mimeType: string): MediaKind | undefined {
  const [, kind] = /^(image|audio|video)\//i.exec(mimeType) ?? [];
  return kind?.toLowerCase() as MediaKind | undefined;
}

const bytesPerRow = 16;
/** Height of a row in CSS pixels. */
const rowHeight = 18;
/** Rows that a browser can scroll. */
const maxRows = 900_000;

/** Shows bytes as hexadecimal digits with their characters; only the rows in view are drawn. */
function HexView({ bytes, label }: { bytes: Uint8Array; label: string }) {
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
