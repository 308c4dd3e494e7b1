/** Converts the heads of HTTP requests and responses for a recording, with their secrets masked. */
import type { Header } from "../../core/headers.ts";
import type { Entry, HttpRequestHead, HttpResponseHead, SecretSpan } from "../../log/entry.ts";
import { spansOf } from "../../log/mask.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import type { MaskRange } from "../redaction/applyMasks.ts";
import { isRecordedHeader } from "../redaction/headers.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { RecordedMask, RecordedRequestHead, RecordedResponseHead } from "./recordedEntry.ts";

/** Converts heads; the masks are added to a list. */
export function createHeadRecorder(redactor: Redactor) {
  const plain = (text: string) => redactor.text(text).text;
  const url = (address: string, masked?: RecordedMask[]) => {
    const hash = address.indexOf("#");
    const marked: MaskRange[] = [...urlSecrets(address)];
    if (hash >= 0) marked.push({ start: hash + 1, end: address.length, kind: "token" });
    const { text, masks } = redactor.text(address, marked);
    for (const { start, end, kind } of masks) masked?.push(["url", start, end, kind]);
    return text;
  };

  const headersOf = (http: HttpRequestHead, entry: Entry, masked: RecordedMask[]) =>
    http.headers.map(([name, value]): Header => {
      const part = `header:${name.toLowerCase()}` as const;
      const marked: MaskRange[] = isRecordedHeader(name)
        ? [
            ...spansOf(entry.secrets, part),
            ...(part === "header:location" ? urlSecrets(value) : []),
          ]
        : value === ""
          ? []
          : [{ start: 0, end: value.length, kind: kindOf(entry, part) }];
      const { text, masks } = redactor.text(value, marked);
      for (const { start, end, kind } of masks) masked.push([part, start, end, kind]);
      return [name, text];
    });

  const request = (
    http: HttpRequestHead,
    entry: Entry,
    masked: RecordedMask[],
  ): RecordedRequestHead => ({
    method: plain(http.method),
    url: url(http.url, masked),
    headers: headersOf(http, entry, masked),
  });

  const response = (
    http: HttpResponseHead,
    entry: Entry,
    masked: RecordedMask[],
  ): RecordedResponseHead => {
    const { status, statusText, redirected, httpVersion, timing, hops } = http;
    if (http.remote !== undefined || http.tls) redactor.count("network-facts");
    return {
      status,
      statusText: plain(statusText),
      url: url(http.url, masked),
      redirected,
      headers: headersOf({ ...http, method: "" }, entry, masked),
      ...(httpVersion === undefined ? {} : { httpVersion }),
      ...(timing ? { timing } : {}),
      ...(hops
        ? { hops: hops.map((hop) => ({ status: hop.status, location: url(hop.location) })) }
        : {}),
    };
  };

  return { request, response };
}

/** The kind of secret that a header's value is marked as; `header` where it is not marked. */
function kindOf(entry: Entry, part: SecretSpan["part"]): SecretSpan["kind"] {
  return entry.secrets.find((span) => span.part === part)?.kind ?? "header";
}
