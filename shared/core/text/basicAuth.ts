/** Credentials of HTTP Basic authentication. */
import { toBase64 } from "../base64.ts";
import { encodeText } from "../bytes.ts";

/**
 * Writes the value of an `Authorization` or `Proxy-Authorization` header.
 * @param credentials `user:password`, without percent-encoding; sent as UTF-8
 * @see https://www.rfc-editor.org/rfc/rfc7617#section-2
 */
export function basicAuthorization(credentials: string): string {
  return `Basic ${toBase64(encodeText(credentials))}`;
}
