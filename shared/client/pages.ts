/** Reads lists that come in pages, whole. */
import { noteItemTexts } from "./itemText.ts";
import type { Outcome } from "./session/outcome.ts";

export type Pages =
  | {
      readonly kind: "complete";
      readonly items: readonly unknown[];
      /** Why the list stops before its end, where it does: a server that repeats cursors or never ends. */
      readonly cut: "repeated-cursor" | "too-many-pages" | undefined;
      /** The cursor to go on with, where only the number of pages or items ended it. */
      readonly next?: string;
    }
  | {
      readonly kind: "stopped";
      /** What had come before the page that failed. */
      readonly items: readonly unknown[];
      readonly outcome: Exclude<Outcome, { kind: "result" }>;
    };

/** Whoever can be asked: a session, or one with a cache before it. */
export interface PageSource {
  request(
    method: string,
    paramsText: string | undefined,
    options: { readonly signal?: AbortSignal },
  ): { readonly done: Promise<Outcome> };
}

/** Pages and items that are read without being asked for more. */
const maximumPages = 100;
const maximumItems = 100_000;

/**
 * Asks for page after page until no cursor comes back. Cursors are opaque; the empty string is one.
 * @param method for example `tools/list`
 * @param member the member of the result that holds the items, for example `tools`
 * @param from the cursor to begin with, where an earlier reading was cut
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
 */
export async function readPages(
  source: PageSource,
  method: string,
  member: string,
  signal?: AbortSignal,
  from?: string,
): Promise<Pages> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor = from;
  for (;;) {
    const params = cursor === undefined ? undefined : JSON.stringify({ cursor });
    const outcome = await source.request(method, params, signal ? { signal } : {}).done;
    if (outcome.kind !== "result") return { kind: "stopped", items, outcome };
    const page = outcome.value as Readonly<Record<string, unknown>> | null;
    const found = page?.[member];
    if (Array.isArray(found)) {
      for (const item of found) items.push(item);
      noteItemTexts(found, member, outcome.answer);
    }
    const next = page?.nextCursor;
    if (typeof next !== "string") return { kind: "complete", items, cut: undefined };
    if (seen.has(next)) return { kind: "complete", items, cut: "repeated-cursor" };
    seen.add(next);
    if (seen.size >= maximumPages || items.length >= maximumItems) {
      return { kind: "complete", items, cut: "too-many-pages", next };
    }
    cursor = next;
  }
}
