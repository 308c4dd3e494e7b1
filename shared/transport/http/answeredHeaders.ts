/** Remembers which headers answered requests had: a server that answers some requests, but none with a certain header, does not allow it by CORS. */
import type { UnansweredRequest } from "../../protocol/failures/failure.ts";
import type { Header } from "../../protocol/headers.ts";

/** @see https://fetch.spec.whatwg.org/#cors-safelisted-request-header */
const allowedEverywhere = new Set(["accept", "accept-language", "content-language"]);

interface AnsweredHeaders {
  /** Notes the headers of a request whose response has arrived. */
  note(headers: readonly Header[]): void;
  /** Describes a request that was not answered. */
  describe(method: string, headers: readonly Header[]): UnansweredRequest;
}

export function createAnsweredHeaders(): AnsweredHeaders {
  let answered: Set<string> | undefined;
  return {
    note(headers) {
      answered ??= new Set();
      for (const [name] of headers) answered.add(name.toLowerCase());
    },
    describe(method, headers) {
      const names = headers
        .map(([name]) => name.toLowerCase())
        .filter((name) => !allowedEverywhere.has(name));
      const known = answered;
      if (!known) return { method, headers: names };
      return { method, headers: names, newHeaders: names.filter((name) => !known.has(name)) };
    },
  };
}
