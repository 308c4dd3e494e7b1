/** Notifies a server of the legacy era when the list of roots changes. */
import type { Connected } from "../../../shared/client/connected.ts";

/**
 * @param roots returns the server's roots
 * @param subscribe calls back after any change of settings; returns the function that unsubscribes
 * @returns a function that stops the notifications
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots#root-list-changes
 */
export function announceRoots(
  { session }: Pick<Connected, "session">,
  roots: () => readonly string[],
  subscribe: (onChange: () => void) => () => void,
): () => void {
  if (session.era().kind !== "legacy") return () => {};
  let known = roots().join("\n");
  return subscribe(() => {
    const now = roots().join("\n");
    if (now === known) return;
    known = now;
    session.notify("notifications/roots/list_changed");
  });
}
