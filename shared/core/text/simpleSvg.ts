/**
 * Checks that an SVG image has few and simple parts. Elements that draw others, such as `use` and
 * `pattern`, multiply: an image of 2 kB can draw billions of shapes, and block the page meanwhile.
 */
import { fromBase64 } from "../base64.ts";
import { encodeText } from "../bytes.ts";
import { percentDecoded } from "./percentDecoded.ts";

/** Bytes of the largest simple image, and of the largest simple icon, of which lists show many. */
export const maxSimpleBytes = { image: 250_000, icon: 20_000 };

/** Elements within elements. */
const maxDepth = 100;
/** Uses of elements that may use others in turn; each can multiply what is drawn. */
const maxReferences = 10;

const simpleElements: ReadonlySet<string> = new Set([
  "svg",
  "g",
  "a",
  "defs",
  "title",
  "desc",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "linearGradient",
  "radialGradient",
  "stop",
  "clipPath",
  "mask",
]);

/** What may come before the root: a declaration of UTF-8, and a document type without entities. */
const prolog =
  /^\uFEFF?\s*(?:<\?xml\s(?:version="1\.[01]"\s*)?(?:encoding="utf-8"\s*)?(?:standalone="\w+"\s*)?\?>)?\s*(?:<!DOCTYPE\s[^<>[]*>)?/i;

/**
 * Whether an image has simple elements only: shapes, texts, gradients and few clips. Images that
 * may be simple but cannot be read by this short check are not.
 * @param bytes in UTF-8
 */
export function isSimpleSvg(bytes: Uint8Array, maxBytes: number): boolean {
  if (bytes.byteLength > maxBytes) return false;
  const text = withoutComments(new TextDecoder().decode(bytes).replace(prolog, ""));
  // with escapes and character references, a reference can be written in any way
  if (/\\|&#|\0|filter/i.test(text)) return false;
  if ((text.match(/clip-path|mask|href/gi)?.length ?? 0) > maxReferences) return false;
  let depth = 0;
  for (const part of text.split("<").slice(1)) {
    const [, closing, name = "", empty] =
      /^(\/?)([a-z]+)(?:\s[^>]*?)?(\/?)>[^>]*$/i.exec(part) ?? [];
    if (!simpleElements.has(name)) return false;
    if (closing) depth--;
    else if (!empty) depth++;
    if (depth > maxDepth) return false;
  }
  return true;
}

/** Whether a `data:` URL of an image can be drawn as an icon: no SVG, or a simple one. */
export function isSimpleIcon(url: string): boolean {
  // browsers remove these characters anywhere, and do not read the fragment as data
  const [read = ""] = url.replace(/[\t\n\r]/g, "").split("#", 1);
  if (!/^data:image\/svg/i.test(read)) return true;
  const parts = /^data:image\/svg\+xml(?:;charset=utf-?8|;utf-?8)?(;base64)?,(.*)$/is.exec(read);
  const bytes = parts ? bytesOf(parts[2] ?? "", parts[1] !== undefined) : undefined;
  return bytes !== undefined && isSimpleSvg(bytes, maxSimpleBytes.icon);
}

function bytesOf(data: string, isBase64: boolean): Uint8Array | undefined {
  if (isBase64) return fromBase64(data);
  const text = percentDecoded(data);
  return text === undefined ? undefined : encodeText(text);
}

function withoutComments(text: string): string {
  const [first = "", ...rest] = text.split("<!--");
  return first + rest.map((part) => part.slice(part.indexOf("-->") + 3)).join("");
}
