/** Reads the error response of a provider. */
import { chunksOf } from "../../core/body.ts";
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";

export interface ErrorReply {
  /** The provider's message, or the start of the body; empty for a page of HTML. */
  readonly message: string;
  /** `text/html` for a page of HTML, which a proxy or a wrong address answers. */
  readonly contentType?: "text/html";
  /** Seconds after which to try again; null if not told, or hidden from the page by CORS. */
  readonly retryAfterSeconds: number | null;
}

/** Maximum bytes that are read of an error response. */
const maximumBytes = 64_000;

/**
 * Reads the provider's message and when to try again.
 * @param response its body is read up to 64,000 bytes
 */
export async function readErrorReply(response: Response): Promise<ErrorReply> {
  const text = await readStart(response);
  const error = errorOf(text);
  const message = typeof error?.message === "string" ? error.message : text;
  const retryAfterSeconds = retryAfter(response.headers) ?? retryInfo(error) ?? null;
  const isHtml = /^\s*text\/html\b/i.test(response.headers.get("content-type") ?? "");
  return isHtml && !error
    ? { message: "", contentType: "text/html", retryAfterSeconds }
    : { message, retryAfterSeconds };
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, read] = ["", 0];
  try {
    for await (const chunk of chunksOf(response.body)) {
      text += decoder.decode(chunk, { stream: true });
      read += chunk.byteLength;
      if (read >= maximumBytes) break;
    }
  } catch {
    // the connection broke: use the part received until then
  }
  return text;
}

/** The error object: all three interfaces have `error`, some servers a text or `message` or `detail`. */
function errorOf(text: string): JsonObject | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Google sends a list where a stream was asked for
  const body: unknown = Array.isArray(value) ? value[0] : value;
  if (!isJsonObject(body)) return undefined;
  const { error, message, detail } = body;
  if (isJsonObject(error)) return error;
  return { message: [error, message, detail].find((part) => typeof part === "string") };
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  // a date counts from the server's own clock
  const wait = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? undefined : Math.max(0, wait / 1000);
}

/** @see https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto */
function retryInfo(error: JsonObject | undefined): number | undefined {
  const details: readonly unknown[] = Array.isArray(error?.details) ? error.details : [];
  const delay = details.flatMap((detail) => (isJsonObject(detail) ? [detail.retryDelay] : []));
  const text = delay.find((value) => typeof value === "string");
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(text ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}
