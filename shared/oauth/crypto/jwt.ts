/** Decodes JWTs for display; signatures are not verified. */
import { fromBase64Url } from "../../core/base64.ts";
import { decodeText } from "../../core/bytes.ts";
import { type JsonObject, parseJsonObject } from "../../core/json/jsonObject.ts";

export interface DecodedJwt {
  readonly header: JsonObject;
  readonly payload: JsonObject;
  /** The JSON texts before parsing. */
  readonly headerText: string;
  readonly payloadText: string;
}

/**
 * Decodes a JWT.
 * @param text any token
 * @returns undefined if the token is not a JWT in compact serialization
 * @see https://www.rfc-editor.org/rfc/rfc7519#section-7.2
 */
export function decodeJwt(text: string): DecodedJwt | undefined {
  const parts = text.split(".");
  if (parts.length !== 3) return undefined;
  const [headerText, payloadText] = parts.map(decodeBase64Url);
  if (headerText === undefined || payloadText === undefined) return undefined;
  const [header, payload] = [parseJsonObject(headerText), parseJsonObject(payloadText)];
  return header && payload ? { header, payload, headerText, payloadText } : undefined;
}

function decodeBase64Url(text: string): string | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  const bytes = fromBase64Url(text);
  return bytes && decodeText(bytes);
}
