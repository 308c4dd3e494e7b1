/** Looks into a JWT without believing it: no signature is checked here. */
import { decodeText } from "../bytes.ts";

export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The JSON texts as they are inside. */
  readonly headerText: string;
  readonly payloadText: string;
}

/**
 * @param text a token of any kind
 * @returns undefined where it is no JWT in compact form
 * @see https://www.rfc-editor.org/rfc/rfc7519#section-7.2
 */
export function decodeJwt(text: string): DecodedJwt | undefined {
  const parts = text.split(".");
  if (parts.length !== 3) return undefined;
  const [headerText, payloadText] = parts.map(decodeBase64Url);
  if (headerText === undefined || payloadText === undefined) return undefined;
  const [header, payload] = [objectOf(headerText), objectOf(payloadText)];
  return header && payload ? { header, payload, headerText, payloadText } : undefined;
}

function decodeBase64Url(text: string): string | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return decodeText(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
