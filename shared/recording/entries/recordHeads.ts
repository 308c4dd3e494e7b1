/** Converts the heads of HTTP requests and responses for a recording, with their secrets masked. */

import type { Entry, HttpRequestHead, HttpResponseHead, SecretSpan } from "../../log/entry.ts";
import { isHarmlessHeader, isUrlHeader } from "../../log/harmlessHeaders.ts";
import { type MaskRange, spansOf } from "../../log/mask.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import type { Header } from "../../protocol/headers.ts";
import type { Redactor, TextPlace } from "../redaction/redactor.ts";
import type { RecordedMask, RecordedRequestHead, RecordedResponseHead } from "./recordedEntry.ts";

const event: TextPlace = { place: "event" };

/** Converts heads; the masks are added to a list. */
export function createHeadRecorder(redactor: Redactor) {
  const plain = (text: string) => redactor.text(text, event).text;
  const url = (address: string, masked?: RecordedMask[]) => {
    const hash = address.indexOf("#");
    const marked: MaskRange[] = [...urlSecrets(address)];
    if (hash >= 0) marked.push({ start: hash + 1, end: address.length, kind: "token" });
    const { text, masks } = redactor.text(address, { place: "url" }, marked);
    for (const { start, end, kind } of masks) masked?.push(["url", start, end, kind]);
    return text;
  };

  /** A name that holds a secret is replaced by one that is valid. */
  const headerName = (name: string) =>
    redactor.text(name, { place: "header" }).masks.length > 0 ? "masked-name" : name;

  const headersOf = (http: HttpRequestHead, entry: Entry, masked: RecordedMask[]) =>
    http.headers.map(([name, value]): Header => {
      const part = `header:${name.toLowerCase()}` as const;
      const marked: MaskRange[] = isHarmlessHeader(name)
        ? [...spansOf(entry.secrets, part), ...(isUrlHeader(name) ? urlSecrets(value) : [])]
        : value === ""
          ? []
          : [{ start: 0, end: value.length, kind: kindOf(entry, part) }];
      const { text, masks } = redactor.text(value, { place: "header", name }, marked);
      const written = headerName(name);
      const writtenPart = `header:${written.toLowerCase()}` as const;
      for (const { start, end, kind } of masks) masked.push([writtenPart, start, end, kind]);
      return [written, text];
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

  return { request, response, url };
}

/** The kind of secret that a header's value is marked as; `header` where it is not marked. */
function kindOf(entry: Entry, part: SecretSpan["part"]): SecretSpan["kind"] {
  return entry.secrets.find((span) => span.part === part)?.kind ?? "header";
}
