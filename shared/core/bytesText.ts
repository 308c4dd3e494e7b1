/** Bytes as people write them: two hexadecimal digits each. */

/**
 * Reads hexadecimal digits; white space between bytes means nothing.
 * @returns undefined where there is anything else, or half a byte
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

/** Writes bytes the way {@link parseHex} reads them, sixteen a line. */
export function formatHex(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const line = Array.from(bytes.subarray(at, at + 16), (byte) =>
      byte.toString(16).padStart(2, "0"),
    );
    lines.push(line.join(" "));
  }
  return lines.join("\n");
}
