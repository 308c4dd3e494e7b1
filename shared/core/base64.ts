/** Encodes bytes as base64 or base64url, and decodes them. */

/**
 * Encodes bytes as base64, with padding.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * Decodes base64 as `atob` does: padding may be missing, white space is ignored.
 * @returns undefined if the text is not base64
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    // not Uint8Array.from, which takes 20 times as long for the characters of a text
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

/**
 * Encodes bytes in characters that need no escape in a URL, without padding.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-5
 */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Decodes base64url; plain base64 is accepted too.
 * @returns undefined if the text is neither
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}
