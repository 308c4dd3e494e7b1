/** Messages and storage keys shared by the callback page and the page that waits for the redirect. */

/** Name of the BroadcastChannel that delivers the redirect. */
export const callbackChannelName = "mcp-playground.authorization";

/** sessionStorage key in a window that was opened for a sign-in: the `state` of that sign-in. */
export const openedWindowStateKey = "mcp-playground.visit";

/** sessionStorage key in a tab that started a sign-in: {@link StoredRedirect} as JSON. */
export const storedRedirectKey = "mcp-playground.pending-authorization";

/** State of a sign-in, stored while the user is at the authorization server and deleted afterwards. */
export interface StoredRedirect {
  /** Also the name under which what the sign-in continues with is stored, encrypted. */
  readonly state: string;
  /** URL of the page without its fragment; same origin. */
  readonly page: string;
  /** Whether the sign-in runs in this tab instead of a separate window. */
  readonly isSameTab: boolean;
  /** The server that the sign-in is for. */
  readonly serverId: string;
  /** The id that the state of this tab is stored under. */
  readonly tab?: string;
  /** Query of the redirect, once received; its code is useless without the code verifier. */
  readonly query?: string;
}

export type CallbackMessage =
  /** A redirect was received; `state` identifies the sign-in that its window was opened for. */
  | { readonly kind: "arrived"; readonly state: string; readonly query: string }
  /** A page has taken the redirect for this sign-in. */
  | { readonly kind: "taken"; readonly state: string };

/** Validates a message of the channel; returns undefined for anything else. */
export function readCallbackMessage(data: unknown): CallbackMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { kind, state, query } = data as Record<string, unknown>;
  if (typeof state !== "string") return undefined;
  if (kind === "taken") return { kind, state };
  return kind === "arrived" && typeof query === "string" ? { kind, state, query } : undefined;
}
