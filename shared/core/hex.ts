/** Writes bytes as hexadecimal digits, and reads them. */

/** Writes bytes as lower-case hexadecimal digits without separators. */
export function toHex(bytes: Uint8Array): string {
  return hexPairs(bytes).join("");
}

/**
 * Reads hexadecimal digits; white space is ignored.
 * @returns undefined if the text has any other character or an odd number of digits
 */
export function parseHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = text.replace(/\s+/g, "");
  if (!/^([0-9a-f]{2})*$/i.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  }
  return bytes;
}

/** Writes bytes for an editor: pairs of digits separated by spaces, sixteen on a line. */
export function formatHex(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    lines.push(hexPairs(bytes.subarray(at, at + 16)).join(" "));
  }
  return lines.join("\n");
}

function hexPairs(bytes: Uint8Array): string[] {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
}
