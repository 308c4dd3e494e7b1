/** A picture or a sound from a result. */
import { useEffect, useState } from "react";
import { Notice } from "../../ui/Notice.tsx";
import { formatSize } from "../../words/quantities.ts";
import styles from "./ResultContent.module.css";

export interface MediaProps {
  readonly kind: "image" | "audio";
  readonly base64: string;
  readonly mimeType: string;
}

/** Shown from memory, never from an address; SVG only as a picture, where it cannot run scripts. */
export function Media({ kind, base64, mimeType }: MediaProps) {
  const [source, setSource] = useState<{ url: string; size: number } | "damaged">();
  const [isUndecodable, setUndecodable] = useState(false);

  useEffect(() => {
    let url: string | undefined;
    setUndecodable(false);
    try {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
      setSource({ url, size: bytes.byteLength });
    } catch {
      setSource("damaged");
    }
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [base64, mimeType]);

  if (source === undefined) return null;
  if (source === "damaged" || isUndecodable) {
    return (
      <Notice severity="warning" title={`This ${kind} cannot be shown`}>
        {source === "damaged"
          ? "Its data is not base64."
          : `The browser cannot decode it as ${mimeType || "anything, for lack of a mimeType"}.`}{" "}
        It is in the message as it came.
      </Notice>
    );
  }
  const facts = `${mimeType}, ${formatSize(source.size)}`;
  const refuse = () => setUndecodable(true);
  return (
    <figure className={styles.part} style={{ margin: 0 }}>
      {kind === "image" ? (
        <img
          src={source.url}
          alt={`From the result: ${facts}`}
          onError={refuse}
          className={styles.media}
        />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the server sent no captions
        <audio controls src={source.url} onError={refuse} aria-label={`Sound, ${facts}`} />
      )}
      <figcaption className={styles.muted}>{facts}</figcaption>
    </figure>
  );
}
