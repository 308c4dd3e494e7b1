/** Builds a platform `Response` from a response that the relay received. */
import { type Header, isHeaderNamed } from "../../protocol/headers.ts";
import type { ForwardedHead } from "../frames/httpFrames.ts";
import type { ForwardRequest } from "./relayExchange.ts";

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Statuses whose responses have no body. */
const bodiless = [101, 103, 204, 205, 304];

/** Builds the response with the server's status and reason, even if the platform does not allow them. */
export function responseOf(
  { status, statusText, headers }: Pick<ForwardedHead, "status" | "statusText" | "headers">,
  { method, url }: Pick<ForwardRequest, "method" | "url">,
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

/** Decodes the body's content codings as far as the platform supports them. */
export function decoded({ headers }: Pick<ForwardedHead, "headers">, body: Bytes): Bytes {
  const named = headers.filter((header) => isHeaderNamed(header, "content-encoding"));
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
    // The platform does not support the format: the bytes stay encoded.
    return stream;
  }
}

function platformHeaders(headers: readonly Header[]): Headers {
  const taken = new Headers();
  for (const [name, value] of headers) {
    try {
      taken.append(name, value);
    } catch {
      // The platform does not allow this header; the log has it.
    }
  }
  return taken;
}
