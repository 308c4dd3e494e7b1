/** Reads every page of a paginated list. */
import { membersOf } from "../core/json/jsonObject.ts";
import { methodNotFoundCode } from "../protocol/jsonRpc.ts";
import { rememberItemTexts } from "./itemText.ts";
import type { RequestOutcome } from "./session/outcome.ts";

export type Pages =
  | {
      readonly kind: "complete";
      readonly items: readonly unknown[];
      /**
       * Why the list was cut before its end: the server repeats cursors or sends too many pages, a
       * recording does not have the next page, or the client of a tap has not asked for it.
       */
      readonly cut: "repeated-cursor" | "too-many-pages" | "not-recorded" | "not-asked" | undefined;
      /** The cursor to continue from, if the list was cut for its length. */
      readonly next?: string;
    }
  | {
      readonly kind: "stopped";
      /** The items before the page that failed. */
      readonly items: readonly unknown[];
      readonly outcome: Exclude<RequestOutcome, { kind: "result" }>;
    };

/** Sends list requests: a session, or a cache in front of one. */
interface PageSource {
  request(
    method: string,
    paramsText: string | undefined,
    options: { readonly signal?: AbortSignal },
  ): { readonly done: Promise<RequestOutcome> };
}

interface PageOptions {
  readonly signal?: AbortSignal | undefined;
  /** The cursor to start from, to continue a list that was cut. */
  readonly from?: string | undefined;
}

/** Limits of one read, so that an endless list stops. */
const maximumPages = 100;
const maximumItems = 100_000;

/**
 * Requests pages until the server returns no cursor. Cursors are opaque; the empty string is one.
 * @param method for example `tools/list`
 * @param member the member of the result that holds the items, for example `tools`
 * @returns never rejects: a page that fails ends the list
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
 */
export async function readPages(
  source: PageSource,
  method: string,
  member: string,
  { signal, from }: PageOptions = {},
): Promise<Pages> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor = from;
  for (;;) {
    const params = cursor === undefined ? undefined : JSON.stringify({ cursor });
    const outcome = await source.request(method, params, signal ? { signal } : {}).done;
    if (outcome.kind !== "result") return { kind: "stopped", items, outcome };
    const page = membersOf(outcome.value);
    const found = page[member];
    if (Array.isArray(found)) {
      for (const item of found) items.push(item);
      rememberItemTexts(found, member, outcome.answer);
    }
    const next = page.nextCursor;
    if (typeof next !== "string") return { kind: "complete", items, cut: undefined };
    if (seen.has(next)) return { kind: "complete", items, cut: "repeated-cursor" };
    seen.add(next);
    if (seen.size >= maximumPages || items.length >= maximumItems) {
      return { kind: "complete", items, cut: "too-many-pages", next };
    }
    cursor = next;
  }
}

/** Whether an outcome says that a server lacks a list that it may lack although it declares the capability. */
export function lacksOptionalList(method: string, outcome: RequestOutcome): boolean {
  return outcome.kind === "error" && isOptionalListError(method, outcome.error.code);
}

/** The same, of the code of an error. */
export function isOptionalListError(method: string, code: number | undefined): boolean {
  return method === "resources/templates/list" && code === methodNotFoundCode;
}

/** Whether the server answered that it does not know the method. */
export function lacksMethod(outcome: RequestOutcome): boolean {
  return outcome.kind === "error" && outcome.error.code === methodNotFoundCode;
}
