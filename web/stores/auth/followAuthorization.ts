/** Shows the authorization view while the active connection needs the user, and the call again afterwards. */
import type { Connection } from "../connections/connection.ts";
import type { ConnectionRecords } from "../connections/connectionRecords.ts";
import type { ViewStore, WorkbenchPane } from "../view/viewStore.ts";
import type { Authorizations } from "./authorizations.ts";

export interface FollowAuthorizationOptions {
  readonly records: ConnectionRecords;
  readonly view: ViewStore;
  readonly auth: Authorizations;
  /** Reconnects a record that failed for lack of a token, once there is one. */
  readonly reopen: (serverId: string) => void;
}

/** Follows every connection to an HTTP server from when it is opened. */
export function followAuthorizations(options: FollowAuthorizationOptions): void {
  const { records } = options;
  records.subscribe(({ records: now }, { records: before }) => {
    if (now === before) return;
    for (const { id, connection } of now.values()) {
      if (connection && connection !== before.get(id)?.connection) follow(options, connection);
    }
  });
}

function follow(
  { records, view, auth, reopen }: FollowAuthorizationOptions,
  connection: Connection,
): void {
  const { target, serverId } = connection;
  if (target.kind !== "http") return;
  const { progress, engine } = auth.of(target.url);
  let before: WorkbenchPane | undefined;
  const wasRefused = () => {
    const state = connection.state.getState();
    return state.kind === "failed" && state.failure.code === "not-authorized";
  };
  /** Whether another open connection waits for the same authorization. */
  const isShared = () =>
    [...records.getState().records.values()].some(
      ({ connection: other }) =>
        other !== undefined &&
        other !== connection &&
        other.target.kind === "http" &&
        other.target.url === target.url &&
        other.state.getState().kind !== "closed",
    );
  const update = () => {
    const { records: now, activeId } = records.getState();
    if (now.get(serverId)?.connection !== connection) return stop();
    const { pane } = view.getState();
    const state = progress.getState();
    if (state === "needs-person" || state === "failed") {
      if (pane === "authorization" || activeId !== serverId) return;
      before = pane;
      view.showPane("authorization");
    } else if (state === "none") {
      if (before !== undefined && pane === "authorization") view.showPane(before);
      const isDue = before !== undefined || activeId !== serverId;
      before = undefined;
      if (isDue && wasRefused()) reopen(serverId);
    }
  };
  const stops = [
    progress.subscribe(update),
    connection.state.subscribe(({ kind }) => {
      if (kind !== "closed") return;
      stop();
      // Nothing waits for the token now.
      if (!isShared()) engine.getState()?.cancel();
    }),
  ];
  const stop = () => {
    for (const each of stops) each();
  };
}
