/** Exports the HTTP exchanges of a recording as HAR 1.2. */
import { toBase64 } from "../../core/base64.ts";
import { encodeText } from "../../core/bytes.ts";
import { findHeader, type Header } from "../../protocol/headers.ts";
import type { Recording } from "../recording.ts";
import { type ExportChoice, type HttpExchange, httpExchangesOf } from "./exchanges.ts";

/**
 * Exports a recording as HAR; stdio connections have no exchanges.
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function exportHar(recording: Recording, choice: ExportChoice = {}): string {
  const start = Date.parse(recording.startedAt ?? "") || 0;
  const entries = httpExchangesOf(recording, choice).map((exchange) => entryOf(exchange, start));
  const creator = { name: "MCP Playground", version: "1" };
  return `${JSON.stringify({ log: { version: "1.2", creator, entries } }, undefined, 2)}\n`;
}

function entryOf(exchange: HttpExchange, start: number) {
  const { request, response, requestBody, responseBody, startedAt, headAt, endedAt } = exchange;
  const { initiator } = exchange;
  const wait = Math.max(0, (headAt ?? endedAt) - startedAt);
  const receive = Math.max(0, headAt === undefined ? 0 : endedAt - headAt);
  return {
    startedDateTime: new Date(start + startedAt).toISOString(),
    time: wait + receive,
    request: {
      method: request.method,
      ...commonOf(request.url, request.headers, response?.httpVersion),
      queryString: queryOf(request.url),
      bodySize: requestBody.byteLength,
      ...(requestBody.byteLength === 0
        ? {}
        : { postData: { mimeType: mimeTypeOf(request.headers), ...textOrBase64(requestBody) } }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? "",
      ...commonOf(undefined, response?.headers ?? [], response?.httpVersion),
      content: {
        size: responseBody.byteLength,
        mimeType: mimeTypeOf(response?.headers ?? []),
        ...textOrBase64(responseBody),
      },
      redirectURL: findHeader(response?.headers ?? [], "location") ?? "",
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait, receive },
    // names of other programs' members begin with an underscore
    ...(initiator && { _mcpInitiator: initiator }),
  };
}

function commonOf(
  url: string | undefined,
  headers: readonly Header[],
  version: string | undefined,
) {
  return {
    ...(url === undefined ? {} : { url: URL.parse(url)?.href ?? url }),
    httpVersion: version === undefined ? "" : `HTTP/${version}`,
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    headersSize: -1,
  };
}

function queryOf(url: string) {
  const parameters = URL.parse(url)?.searchParams ?? new URLSearchParams();
  return [...parameters].map(([name, value]) => ({ name, value }));
}

function mimeTypeOf(headers: readonly Header[]): string {
  return findHeader(headers, "content-type") ?? "";
}

function textOrBase64(bytes: Uint8Array) {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const isText = encodeText(text).every((byte, index) => byte === bytes[index]);
  return isText ? { text } : { text: toBase64(bytes), encoding: "base64" };
}
