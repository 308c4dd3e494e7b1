/** Makes safe names for files from outside. */

const extensions: Readonly<Record<string, string>> = {
  "application/gzip": "gz",
  "application/javascript": "js",
  "application/json": "json",
  "application/pdf": "pdf",
  "application/xml": "xml",
  "application/yaml": "yaml",
  "application/zip": "zip",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/svg+xml": "svg",
  "image/webp": "webp",
  "text/css": "css",
  "text/csv": "csv",
  "text/html": "html",
  "text/markdown": "md",
  "text/plain": "txt",
  "video/mp4": "mp4",
  "video/webm": "webm",
};

/** UTF-16 code units of a source that are looked at. */
const maxSourceLength = 400;

/**
 * Makes a name of letters, digits, dots, dashes and underscores.
 * @param source a URI, whose last part counts, or the name of the item
 * @param mimeType selects the extension if the source has none
 * @param fallback the extension of an unknown type
 */
export function fileName(source: string, mimeType: string, fallback: string): string {
  const [path = ""] = source.split(/[?#]/);
  const last = path.split("/").filter(Boolean).at(-1) ?? "";
  const base =
    // an expression for the end of a text takes quadratic time for a long one
    last
      .slice(0, maxSourceLength)
      .replace(/[^\w.-]+/g, "-")
      .replace(/^[.-]+|[.-]+$/g, "")
      .slice(0, 80) || "content";
  if (/\.[a-z0-9]{1,5}$/i.test(base)) return base;
  const [essence = ""] = mimeType.split(";");
  const type = essence.trim().toLowerCase();
  const extension = Object.hasOwn(extensions, type) ? extensions[type] : fallback;
  return `${base}.${extension}`;
}
