/** Shows the icon of an item if the icon is part of the message; nothing is loaded from elsewhere. */
import { useEffect, useState } from "react";
import { getOwn } from "../../../shared/core/getOwn.ts";
import { maxDrawn } from "../../../shared/core/svg/svgWeight.ts";
import { createMediaSource } from "../mediaSource.ts";
import styles from "./Blocks.module.css";

/** UTF-16 code units of the largest icon. */
const maxIconLength = 200_000;

/** @param props.icons not validated */
export function ItemIcon({ icons }: { icons: unknown }) {
  const [url, setUrl] = useState<string>();
  const src = dataUrl(icons);
  useEffect(() => {
    const [, mimeType = "", base64 = ""] = /^data:([^;,]+);base64,(.*)$/s.exec(src ?? "") ?? [];
    const source = createMediaSource("image", base64, mimeType, maxDrawn.icon);
    setUrl(source.kind === "ready" ? source.url : undefined);
    return source.kind === "ready" ? source.release : undefined;
  }, [src]);
  return url && <img src={url} alt="" className={styles.icon} />;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic#icons */
function dataUrl(icons: unknown): string | undefined {
  if (!Array.isArray(icons)) return undefined;
  return icons
    .slice(0, 10)
    .map((icon) => getOwn(icon, "src"))
    .filter((src) => typeof src === "string")
    .find((src) => src.startsWith("data:") && src.length <= maxIconLength);
}
