/** Messages are UTF-8, without a byte order mark. */
import { decodeText, encodeText } from "../../core/bytes.ts";
import type { EntryRule } from "../rule.ts";

const strict = new TextDecoder("utf-8", { fatal: true });

export const judgeEncoding: EntryRule = ({ entry, bytes, block, exchange, tell }) => {
  const holdsText = entry.kind === "message" || entry.kind === "frame";
  if (!holdsText || entry.direction !== "in" || !bytes) return;
  const at = invalidByte(bytes);
  if (at !== undefined) {
    tell({
      code: "invalid-utf8",
      severity: "violation",
      page: "encoding",
      evidence: { offset: at },
      words: `The bytes are not UTF-8 from byte ${at} on; what cannot be read shows as U+FFFD. Messages must be UTF-8: encode text as a whole, never in pieces cut inside a character.`,
    });
  }
  if (hasMark(bytes) && entry.carrier === "sse" && block?.data?.charCodeAt(0) !== mark) {
    if (exchange && exchange.frames > 1) return;
    tell({
      code: "byte-order-mark",
      severity: "note",
      page: "event-stream",
      words:
        "The stream begins with a byte order mark. Event streams allow for one; it has no use.",
    });
  } else if (hasMark(bytes) || block?.data?.charCodeAt(0) === mark) {
    tell({
      code: "byte-order-mark",
      severity: "violation",
      page: "json-text",
      words:
        "The JSON begins with a byte order mark, which JSON on a network must not have; many parsers refuse it. Write UTF-8 without one.",
    });
  }
};

const mark = 0xfeff;

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Where the first sequence that is no UTF-8 begins. */
function invalidByte(bytes: Uint8Array): number | undefined {
  try {
    strict.decode(bytes);
    return undefined;
  } catch {
    const readable = encodeText(decodeText(bytes));
    const at = bytes.findIndex((byte, index) => byte !== readable[index]);
    return at < 0 ? bytes.length : at;
  }
}
