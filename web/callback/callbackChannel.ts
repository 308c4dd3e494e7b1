/** What the callback page and the page that waits for it say to each other. */

/** The channel on which a redirect is handed over. */
export const handOverChannel = "mcp-playground.authorization";

/** In the sessionStorage of a window that was opened for a visit: the visit's state. */
export const visitKey = "mcp-playground.visit";

/** In the sessionStorage of a tab that is on a visit, or waits for one: {@link StoredRedirect} as JSON. */
export const storedRedirectKey = "mcp-playground.pending-authorization";

/** What a tab keeps while somebody is away signing in; gone as soon as they are back. */
export interface StoredRedirect {
  readonly state: string;
  /** All that is needed to go on after it, verifier and client secret included: encrypted. */
  readonly sealed: string;
  /** Where the page was, without its fragment; of this origin. */
  readonly page: string;
  /** Whether the tab itself went there, and no window of its own. */
  readonly isSameTab: boolean;
  /** The redirect's query, once it is there; its code is of no use without the verifier. */
  readonly query?: string;
}

export type HandOver =
  /** A redirect has come; `state` names the visit that its window was opened for. */
  | { readonly kind: "arrived"; readonly state: string; readonly query: string }
  /** The visit was waited for, and goes on. */
  | { readonly kind: "taken"; readonly state: string };

/** Reads a message of the channel; undefined for anything else. */
export function readHandOver(data: unknown): HandOver | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { kind, state, query } = data as Record<string, unknown>;
  if (typeof state !== "string") return undefined;
  if (kind === "taken") return { kind, state };
  return kind === "arrived" && typeof query === "string" ? { kind, state, query } : undefined;
}
