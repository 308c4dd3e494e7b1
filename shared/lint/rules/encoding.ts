/** Checks that messages are UTF-8 without a byte order mark. */
import { decodeText, encodeText } from "../../core/bytes.ts";
import type { EntryRule } from "../rule.ts";

const strict = new TextDecoder("utf-8", { fatal: true });

/**
 * Reports invalid UTF-8, and byte order marks before JSON or a later event.
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-8.1
 */
export const checkEncoding: EntryRule = ({ entry, bytes, block, exchange, report }) => {
  const holdsText = entry.kind === "message" || entry.kind === "frame";
  if (!holdsText || entry.direction !== "in" || !bytes) return;
  const at = invalidByte(bytes);
  if (at !== undefined) {
    report({
      code: "invalid-utf8",
      severity: "violation",
      page: "encoding",
      evidence: { offset: at },
    });
  }
  if (hasMark(bytes) && entry.carrier === "sse" && block?.data?.charCodeAt(0) !== mark) {
    if (exchange && exchange.frames > 1) return;
    report({
      code: "byte-order-mark",
      severity: "note",
      page: "event-stream",
      evidence: { format: "event-stream" },
    });
  } else if (hasMark(bytes) || block?.data?.charCodeAt(0) === mark) {
    report({
      code: "byte-order-mark",
      severity: "violation",
      page: "json-text",
      evidence: { format: "json" },
    });
  }
};

const mark = 0xfeff;

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The offset of the first byte that is not valid UTF-8. */
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
