/** Shows the authorization view while the active connection needs the user, and the call again afterwards. */
import type { Connection } from "../../servers/store/connections/connection.ts";
import type { Server } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import type { ViewStore, WorkbenchPane } from "../../view/viewStore.ts";
import type { Authorizations } from "./authorizations.ts";

interface FollowAuthorizationOptions {
  readonly servers: Servers;
  readonly view: ViewStore;
  readonly auth: Authorizations;
  /** Reconnects a server that failed for lack of a token, once there is one. */
  readonly reopen: (serverId: string) => void;
}

/** Follows every connection to an HTTP server from when it is opened. */
export function followAuthorizations(options: FollowAuthorizationOptions): void {
  const { servers } = options;
  const followed = new Map<Connection, () => void>();
  servers.subscribe(({ open: now }, { open: before }) => {
    if (now === before) return;
    const connections = new Set([...now.values()].map(({ connection }) => connection));
    for (const [connection, end] of followed) {
      if (connections.has(connection)) continue;
      followed.delete(connection);
      end();
    }
    for (const server of now.values()) {
      const { connection } = server;
      if (connection && !followed.has(connection)) {
        followed.set(connection, follow(options, server, connection));
      }
    }
  });
}

/** @returns ends it: the view that was shown before comes back, unless the user has left since */
function follow(
  { servers, view, auth, reopen }: FollowAuthorizationOptions,
  server: Server,
  connection: Connection,
): () => void {
  const { target, serverId } = connection;
  if (target.kind !== "http") return () => {};
  const own = auth.of(server, target.url);
  const { progress, engine } = own;
  let before: WorkbenchPane | undefined;
  const wasRefused = () => {
    const state = connection.state.getState();
    return state.kind === "failed" && state.failure.code === "not-authorized";
  };
  /** Whether another open connection waits for the same authorization. */
  const isShared = () =>
    [...servers.getState().open.values()].some(
      (other) =>
        other.connection !== undefined &&
        other.connection !== connection &&
        other.connection.target.kind === "http" &&
        auth.of(other, other.connection.target.url) === own &&
        other.connection.state.getState().kind !== "closed",
    );
  const leaveView = () => {
    const { activeId, open } = servers.getState();
    const active = activeId === undefined ? undefined : open.get(activeId);
    // a server that replaces this one has no connection yet
    const isShown = activeId === serverId || (active && active.connection === undefined);
    if (before !== undefined && isShown && view.getState().pane === "authorization")
      view.showPane(before);
    before = undefined;
  };
  const update = () => {
    const { activeId } = servers.getState();
    const { pane } = view.getState();
    const state = progress.getState();
    if (state === "needs-person" || state === "failed") {
      if (pane === "authorization" || activeId !== serverId) return;
      before = pane;
      view.showPane("authorization");
    } else if (state === "none") {
      const isDue = before !== undefined || activeId !== serverId;
      leaveView();
      if (isDue && wasRefused()) reopen(serverId);
    }
  };
  const stops = [
    progress.subscribe(update),
    connection.state.subscribe(({ kind }) => {
      // the view that was open before explains failures for other reasons
      if (kind === "lost" || (kind === "failed" && !wasRefused())) leaveView();
      if (kind !== "closed") return;
      end();
      // Nothing waits for the token now.
      if (!isShared()) engine.getState()?.cancel();
    }),
  ];
  const end = () => {
    for (const stop of stops) stop();
    leaveView();
  };
  return end;
}
