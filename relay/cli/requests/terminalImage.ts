/** Shows images in terminals that can. */
import { toBase64 } from "../../../shared/core/base64.ts";

/** Larger images are not shown, in bytes. */
const maxImageBytes = 5_000_000;

/** The most characters of one sequence of the Kitty protocol. */
const chunkLength = 4096;

/**
 * The escape sequence that shows an image; undefined if the terminal has none. Only the base64 of the
 * bytes is part of it, so a server cannot add sequences of its own.
 * @see https://sw.kovidgoyal.net/kitty/graphics-protocol/
 * @see https://iterm2.com/documentation-images.html
 */
export function terminalImage(
  bytes: Uint8Array,
  mimeType: unknown,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (bytes.byteLength > maxImageBytes) return undefined;
  const { TERM = "", TERM_PROGRAM = "", KITTY_WINDOW_ID } = environment;
  // these pass no images on
  if (/^(screen|tmux)/.test(TERM)) return undefined;
  const data = toBase64(bytes);
  if (KITTY_WINDOW_ID || TERM === "xterm-kitty" || TERM_PROGRAM === "ghostty") {
    return mimeType === "image/png" ? kittyImage(data) : undefined;
  }
  if (TERM_PROGRAM !== "iTerm.app" && TERM_PROGRAM !== "WezTerm") return undefined;
  return `\u001b]1337;File=inline=1;size=${bytes.byteLength}:${data}\u0007`;
}

function kittyImage(data: string): string {
  const chunks = data.match(new RegExp(`.{1,${chunkLength}}`, "g")) ?? [];
  return chunks
    .map((chunk, index) => {
      const format = index === 0 ? "a=T,f=100," : "";
      return `\u001b_G${format}m=${index < chunks.length - 1 ? 1 : 0};${chunk}\u001b\\`;
    })
    .join("");
}
