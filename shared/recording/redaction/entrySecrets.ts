/** Collects the secrets of a log entry. */
import { fromBase64Url } from "../../core/base64.ts";
import { decodeText } from "../../core/bytes.ts";
import type { Steps } from "../../core/steps.ts";
import { percentDecoded } from "../../core/text/percentDecoded.ts";
import type { Entry, SecretSpan } from "../../log/entry.ts";
import type { EventLog } from "../../log/eventLog.ts";
import { messageText } from "../../log/messageText.ts";
import { isCredentialLike, isPlainValue } from "../../log/secrets/plainValues.ts";
import { isSecretName } from "../../log/secrets/secretNames.ts";
import { randomSegments, urlSecrets } from "../../log/urlSecrets.ts";
import { findHeader } from "../../protocol/headers.ts";
import type { Redactor } from "./redactor.ts";

type SecretSink = Pick<Redactor, "addSecret">;

/** Length from which a query value counts as a secret, whatever its name. */
const longValue = 20;

/** The same of a cookie; shorter ones may be words, such as the name of a theme. */
const longCookie = 12;

/** Adds the marked values of all entries of a log, such as the tokens of sign-ins. */
export async function addLogSecrets(
  redactor: SecretSink,
  { snapshot, read }: Pick<EventLog, "snapshot" | "read">,
): Promise<void> {
  const { entries, length } = snapshot();
  for (const entry of entries.slice(0, length)) {
    const isInBody = entry.secrets.some(({ part }) => part === "body");
    addMarkedSecrets(redactor, entry, isInBody ? await read(entry.seq) : new Uint8Array());
  }
}

/** Adds the marked values of an entry. */
export function addMarkedSecrets(redactor: SecretSink, entry: Entry, body: Uint8Array): void {
  const http = "http" in entry ? entry.http : undefined;
  for (const span of entry.secrets) {
    const { part, start, end } = span;
    if (part === "body") redactor.addSecret(decodeText(body.subarray(start, end)));
    else if (part !== "url" && http) {
      const value = findHeader(http.headers, part.slice("header:".length));
      if (value !== undefined) addHeaderSecrets(redactor, value.slice(start, end), span);
    }
  }
  if (http) {
    addUrlSecrets(redactor, http.url);
    const location = findHeader(http.headers, "location");
    if (location !== undefined) addUrlSecrets(redactor, location);
  }
}

/** Adds the parts of an entry's body that look like a secret. */
export function* inspectBody(redactor: Redactor, entry: Entry, body: Uint8Array): Steps<void> {
  if (body.byteLength === 0) return;
  // an event may have its JSON in several lines
  const isEvent = entry.kind === "message" && entry.carrier === "sse";
  yield* redactor.inspectInSteps(isEvent ? messageText("sse", body) : decodeText(body));
}

/**
 * Adds a header's value: as a whole, the part after its scheme, the cookies, the password of
 * Basic.
 */
function addHeaderSecrets(redactor: SecretSink, value: string, { part }: SecretSpan): void {
  if (isPlainValue(value)) return;
  if (part === "header:cookie" || part === "header:set-cookie") {
    for (const pair of value.split(/;\s*/)) {
      if (/^(?:path|domain|expires|max-age|samesite)=/i.test(pair)) continue;
      const cookie = pair.slice(pair.indexOf("=") + 1);
      if (isCredentialLike(cookie) || cookie.length >= longCookie) redactor.addSecret(cookie);
    }
    return;
  }
  redactor.addSecret(value);
  const credentials = /^[A-Za-z][\w-]{1,20}\s+(\S.*)$/s.exec(value)?.[1];
  if (credentials === undefined) return;
  redactor.addSecret(credentials);
  const bytes = /^Basic\s/i.test(value) ? fromBase64Url(credentials) : undefined;
  const userAndPassword = bytes && decodeText(bytes);
  if (userAndPassword?.includes(":")) {
    redactor.addSecret(userAndPassword);
    redactor.addSecret(userAndPassword.slice(userAndPassword.indexOf(":") + 1));
  }
}

/** Adds the values of a URL that may be secrets; a short value may be an ordinary word. */
function addUrlSecrets(redactor: SecretSink, url: string): void {
  for (const { start, end } of randomSegments(url)) redactor.addSecret(url.slice(start, end));
  for (const { start, end } of urlSecrets(url)) {
    const value = url.slice(start, end);
    const written = /[?&]([^?&=]*)=$/.exec(url.slice(0, start))?.[1] ?? "";
    const name = percentDecoded(written) ?? written;
    const isUserinfo = url[end] === "@";
    if (!isUserinfo && value.length < longValue && !isSecretName(name)) continue;
    for (const part of isUserinfo ? [value, ...value.split(":").slice(1)] : [value]) {
      redactor.addSecret(part);
    }
  }
}
