/** Tells a server of the legacy era that the list of roots has changed. */
import type { Connected } from "../../../shared/client/connected.ts";

/**
 * @param roots returns the roots of the server
 * @param subscribe calls back after any change of settings; returns the function that stops it
 * @returns stops telling
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots#root-list-changes
 */
export function announceRoots(
  { session }: Pick<Connected, "session">,
  roots: () => readonly string[],
  subscribe: (onChange: () => void) => () => void,
): () => void {
  // without roots at the beginning the capability was not declared
  if (session.era().kind !== "legacy" || roots().length === 0) return () => {};
  let known = roots().join("\n");
  return subscribe(() => {
    const now = roots().join("\n");
    if (now === known) return;
    known = now;
    session.notify("notifications/roots/list_changed");
  });
}
