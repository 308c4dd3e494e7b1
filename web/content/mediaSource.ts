/** Creates URLs for media from a server that the browser never treats as documents. */
import { fromBase64, toBase64 } from "../../shared/core/base64.ts";
import { isSimpleSvg, maxSimpleBytes } from "../../shared/core/text/simpleSvg.ts";

export type MediaKind = "image" | "audio" | "video";

/**
 * Formats that cannot contain scripts, by the media type used for decoding. Any other
 * type as a `blob:` URL would be a document of the page's own origin once its address is opened.
 */
const inertTypes: Readonly<Record<MediaKind, Readonly<Record<string, string>>>> = {
  image: {
    "image/apng": "image/apng",
    "image/avif": "image/avif",
    "image/bmp": "image/bmp",
    "image/gif": "image/gif",
    "image/jpeg": "image/jpeg",
    "image/jpg": "image/jpeg",
    "image/png": "image/png",
    "image/vnd.microsoft.icon": "image/x-icon",
    "image/webp": "image/webp",
    "image/x-icon": "image/x-icon",
  },
  audio: {
    "audio/aac": "audio/aac",
    "audio/flac": "audio/flac",
    "audio/mp3": "audio/mpeg",
    "audio/mp4": "audio/mp4",
    "audio/mpeg": "audio/mpeg",
    "audio/ogg": "audio/ogg",
    "audio/opus": "audio/ogg",
    "audio/wav": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/webm": "audio/webm",
    "audio/x-flac": "audio/flac",
    "audio/x-m4a": "audio/mp4",
    "audio/x-wav": "audio/wav",
  },
  video: {
    "video/mp4": "video/mp4",
    "video/mpeg": "video/mpeg",
    "video/ogg": "video/ogg",
    "video/quicktime": "video/mp4",
    "video/webm": "video/webm",
  },
};

export type MediaSource =
  /** `release` frees the bytes and invalidates the URL. */
  | { readonly kind: "ready"; readonly url: string; readonly size: number; release(): void }
  | { readonly kind: "not-base64" }
  /** The type is missing or not on the list. */
  | { readonly kind: "unsupported" }
  /** An SVG image that could block the page while it is drawn: only on request. */
  | { readonly kind: "not-simple" };

/**
 * Makes an address for media. SVG can hold script, so it becomes a `data:` URL: an `<img>` shows it
 * without running it, and a browser that opens such an address does not give it the page's origin.
 * @param mimeType as the server wrote it; it only selects a type from the list and is never passed on
 * @param isRequested whether the user asked for an SVG image that is not simple
 * @see https://w3c.github.io/FileAPI/#originOfBlobURL
 */
export function createMediaSource(
  kind: MediaKind,
  base64: string,
  mimeType: string,
  isRequested = false,
): MediaSource {
  const [essence = ""] = mimeType.split(";");
  const name = essence.trim().toLowerCase();
  const isSvg = kind === "image" && name === "image/svg+xml";
  const types = inertTypes[kind];
  if (!isSvg && !Object.hasOwn(types, name)) return { kind: "unsupported" };
  const bytes = fromBase64(base64);
  if (!bytes) return { kind: "not-base64" };
  const size = bytes.byteLength;
  if (isSvg) {
    if (!isRequested && !isSimpleSvg(bytes, maxSimpleBytes.image)) return { kind: "not-simple" };
    const url = `data:image/svg+xml;base64,${toBase64(bytes)}`;
    return { kind: "ready", url, size, release: () => {} };
  }
  const url = URL.createObjectURL(new Blob([bytes], { type: types[name] as string }));
  return { kind: "ready", url, size, release: () => URL.revokeObjectURL(url) };
}
