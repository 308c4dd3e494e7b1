/** Collects the secrets of a log entry. */
import { fromBase64Url } from "../../core/base64.ts";
import { decodeText } from "../../core/bytes.ts";
import { findHeader } from "../../core/headers.ts";
import type { Steps } from "../../core/steps.ts";
import { isPlainValue, isSecretName } from "../../core/text/secretNames.ts";
import type { Entry, SecretSpan } from "../../log/entry.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import type { Redactor } from "./redactor.ts";

/** Length from which a query value counts as a secret, whatever its name. */
const longValue = 20;

/** Adds the marked values of an entry, and the parts of its body that look like a secret. */
export function* addEntrySecrets(redactor: Redactor, entry: Entry, body: Uint8Array): Steps<void> {
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
  yield* redactor.inspectInSteps(decodeText(body));
}

/**
 * Adds a header's value: as a whole, the part after its scheme, the cookies, the password of
 * Basic.
 */
function addHeaderSecrets(redactor: Redactor, value: string, { part }: SecretSpan): void {
  if (isPlainValue(value)) return;
  if (part === "header:cookie" || part === "header:set-cookie") {
    for (const pair of value.split(/;\s*/)) redactor.addSecret(pair.slice(pair.indexOf("=") + 1));
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
function addUrlSecrets(redactor: Redactor, url: string): void {
  for (const { start, end } of urlSecrets(url)) {
    const value = url.slice(start, end);
    const name = /[?&]([^?&=]*)=$/.exec(url.slice(0, start))?.[1];
    const isUserinfo = url[end] === "@";
    if (!isUserinfo && value.length < longValue && !isSecretName(name ?? "")) continue;
    for (const part of isUserinfo ? [value, ...value.split(":").slice(1)] : [value]) {
      redactor.addSecret(part);
    }
  }
}
