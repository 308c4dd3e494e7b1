/** Shows an image, or plays audio or video, that a server or a model sent. */
import { useEffect, useState } from "react";
import { formatSize } from "../messages/quantities.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { ZoomableImage } from "./blocks/ZoomableImage.tsx";
import styles from "./Content.module.css";
import { createMediaSource, type MediaKind, type MediaSource } from "./mediaSource.ts";

const nouns: Readonly<Record<MediaKind, string>> = {
  image: "an image",
  audio: "audio",
  video: "a video",
};

interface MediaProps {
  readonly kind: MediaKind;
  readonly base64: string;
  readonly mimeType: string;
}

/** Uses the bytes in the message, never a URL from the server. */
export function Media({ kind, base64, mimeType }: MediaProps) {
  const [source, setSource] = useState<MediaSource>();
  const [isUndecodable, setUndecodable] = useState(false);
  /** The data that the user asked to draw. */
  const [requested, setRequested] = useState<string>();
  const isRequested = requested === base64;

  useEffect(() => {
    const made = createMediaSource(kind, base64, mimeType, isRequested);
    setUndecodable(false);
    setSource(made);
    return made.kind === "ready" ? made.release : undefined;
  }, [kind, base64, mimeType, isRequested]);

  if (source === undefined) return null;
  if (source.kind === "not-simple") {
    return (
      <Notice
        severity="info"
        title="This image is drawn on request"
        isLive={false}
        actions={
          <Button size="small" onPress={() => setRequested(base64)}>
            Draw image
          </Button>
        }
      >
        It is a large SVG image, or has styles, filters or parts that are drawn repeatedly. Drawing
        it can take so long that the page stops responding.
      </Notice>
    );
  }
  if (source.kind !== "ready" || isUndecodable) {
    return (
      <Notice severity="warning" title={`This ${kind} cannot be shown`}>
        {source.kind === "ready"
          ? `The browser cannot decode it as ${mimeType}.`
          : source.kind === "not-base64"
            ? "Its data is not base64."
            : `${mimeType ? `${mimeType} is not a type` : "It has no mimeType"} that the page shows as ${nouns[kind]}.`}{" "}
        The message contains it as received.
      </Notice>
    );
  }
  const facts = `${mimeType}, ${formatSize(source.size)}`;
  const refuse = () => setUndecodable(true);
  if (kind === "image") {
    return <ZoomableImage url={source.url} label={`Image, ${facts}`} onError={refuse} />;
  }
  return kind === "video" ? (
    // biome-ignore lint/a11y/useMediaCaption: servers send no captions
    <video
      controls
      src={source.url}
      onError={refuse}
      aria-label={`Video, ${facts}`}
      className={styles.media}
    />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: servers send no captions
    <audio controls src={source.url} onError={refuse} aria-label={`Audio, ${facts}`} />
  );
}
