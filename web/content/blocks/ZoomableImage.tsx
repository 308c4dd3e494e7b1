/** Shows an image in the room there is, or larger with scrolling. */
import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import contentStyles from "../Content.module.css";
import styles from "./Blocks.module.css";

interface ZoomableImageProps {
  readonly url: string;
  /** Accessible name of the image. */
  readonly label: string;
  readonly onError: () => void;
}

/** Multiples of the image's own size. */
const scales = [0.25, 0.5, 1, 2, 4, 8] as const;

export function ZoomableImage({ url, label, onError }: ZoomableImageProps) {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  /** Undefined fits the image into the room there is. */
  const [scale, setScale] = useState<number>();
  const step = (by: number) => {
    const at = scales.indexOf((scale ?? 1) as (typeof scales)[number]);
    setScale(scales[Math.min(Math.max(at + by, 0), scales.length - 1)]);
  };
  const image = (
    <img
      src={url}
      alt={label}
      onError={onError}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setSize({ width: naturalWidth, height: naturalHeight })
      }
      width={scale && size ? size.width * scale : undefined}
      height={scale && size ? size.height * scale : undefined}
      className={scale === undefined ? contentStyles.media : styles.zoomed}
    />
  );
  return (
    <Stack gap={1}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <div
        role="group"
        aria-label="Image area"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
        className={styles.imageArea}
      >
        {image}
      </div>
      {size && (
        <div className={styles.tools}>
          <Row as="span" align="stretch" wraps className={styles.facts}>
            {size.width} × {size.height}
          </Row>
          <IconButton label="Zoom out" icon={Minus} size="small" onPress={() => step(-1)} />
          <Button
            size="small"
            variant="quiet"
            onPress={() => setScale(scale === undefined ? 1 : undefined)}
          >
            {scale === undefined ? "Full size" : `${scale * 100} % · Fit`}
          </Button>
          <IconButton label="Zoom in" icon={Plus} size="small" onPress={() => step(1)} />
        </div>
      )}
    </Stack>
  );
}
