/** Makes the platform's `Response` of what came through the relay. */
import type { Header } from "../../core/headers.ts";
import type { ForwardedHead } from "../frames/httpFrames.ts";
import type { ForwardRequest } from "./relayExchange.ts";

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Statuses whose responses have no body. */
const bodiless = [101, 103, 204, 205, 304];

/** The response, with whatever status and reason the server gave. */
export function responseOf(
  { status, statusText, headers }: ForwardedHead,
  { method, url }: ForwardRequest,
  redirected: boolean,
  body: Bytes,
): Response {
  const isEmpty = method === "HEAD" || bodiless.includes(status);
  const isPlain = status >= 200 && status <= 599;
  const response = new Response(isEmpty ? null : body, {
    headers: platformHeaders(headers),
    ...(isPlain ? { status } : {}),
  });
  if (isEmpty) void body.cancel().catch(() => {});
  const known = { url, redirected, statusText, ...(isPlain ? {} : { status, ok: false }) };
  for (const [name, value] of Object.entries(known)) {
    Object.defineProperty(response, name, { value });
  }
  return response;
}

/** The body without the codings of its transfer, as far as the platform can take them off. */
export function decoded({ headers }: ForwardedHead, body: Bytes): Bytes {
  const named = headers.filter(([name]) => name.toLowerCase() === "content-encoding");
  const codings = named.flatMap(([, value]) => value.split(",")).map((coding) => coding.trim());
  return codings.reduceRight((stream, coding) => decodedOnce(stream, coding.toLowerCase()), body);
}

const formats: Readonly<Record<string, string>> = {
  gzip: "gzip",
  "x-gzip": "gzip",
  deflate: "deflate",
  br: "brotli",
  zstd: "zstd",
};

function decodedOnce(stream: Bytes, coding: string): Bytes {
  const format = formats[coding];
  if (format === undefined) return stream;
  try {
    return stream.pipeThrough(new DecompressionStream(format as CompressionFormat));
  } catch {
    // this platform does not know the format: the bytes are shown as they came
    return stream;
  }
}

/** What `Headers` takes of them. */
function platformHeaders(headers: readonly Header[]): Headers {
  const taken = new Headers();
  for (const [name, value] of headers) {
    try {
      taken.append(name, value);
    } catch {
      // no header by the platform's rules; the log has it
    }
  }
  return taken;
}
