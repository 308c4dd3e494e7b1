/** The headers that a tap passes on: as they are, except for those that name the tap or its connections. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** Headers of one connection. @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const ofConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  // trailers are not passed on
  "trailer",
  "transfer-encoding",
]);

/**
 * Whether a request was meant for the tap: by its host, against DNS rebinding, and by its origin, so
 * that no other web page reaches the server through it.
 * @param own the origin of the tap, with 127.0.0.1
 */
export function isOwnRequest({ host = "", origin }: IncomingHttpHeaders, own: string): boolean {
  const { port } = new URL(own);
  const hosts = ["127.0.0.1", "localhost"].map((name) => `${name}:${port}`);
  return (
    hosts.includes(host) &&
    (origin === undefined || hosts.some((each) => origin === `http://${each}`))
  );
}

/** Whether the head of an answer can be passed on: parsers take more than servers may send. */
export function hasValidHead({ statusCode = 0, statusMessage = "" }: IncomingMessage): boolean {
  return statusCode >= 200 && /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage);
}

/** The headers for the server at `url`. */
export function toServer(raw: readonly string[], url: URL, own: string): string[] {
  return mapHeaders(raw, (name, value) => {
    if (name === "host") return url.host;
    if (name === "origin" || name === "referer") return rebased(value, own, url);
    // the length of the body stays the same
    return name === "transfer-encoding" ? value : ofConnection.has(name) ? undefined : value;
  });
}

/** @param isRewritten whether the body changes its length */
export function toClient(
  raw: readonly string[],
  url: URL,
  own: string,
  isRewritten: boolean,
): string[] {
  return mapHeaders(raw, (name, value) => {
    if (name === "www-authenticate") return value.replaceAll(url.origin, own);
    if (ofConnection.has(name)) return undefined;
    return name === "content-length" && isRewritten ? undefined : value;
  });
}

/** The address of the tap as that of the server. */
function rebased(value: string, own: string, url: URL): string {
  const origin = [own, own.replace("127.0.0.1", "localhost")].find((each) =>
    value.startsWith(each),
  );
  return origin === undefined ? value : url.origin + value.slice(origin.length);
}

function mapHeaders(
  raw: readonly string[],
  change: (name: string, value: string) => string | undefined,
): string[] {
  const changed: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const [name = "", value = ""] = raw.slice(index, index + 2);
    const next = change(name.toLowerCase(), value);
    if (next !== undefined) changed.push(name, next);
  }
  return changed;
}
