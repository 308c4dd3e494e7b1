/** Asks the server to say when a resource changes, and shows that it did. */
import { useState } from "react";
import { useStore } from "zustand";
import { changeKey } from "../../session/changes.ts";
import type { ConnectedView } from "../../session/connection.ts";
import { useRuntime } from "../../session/RuntimeContext.tsx";
import { Switch } from "../../ui/Switch.tsx";
import styles from "./ResourceWatch.module.css";

export function ResourceWatch({ view, uri }: { view: ConnectedView; uri: string }) {
  const { changes } = useRuntime();
  const { watching } = view.client;
  const [isWatched, setWatched] = useState(() => watching.isWatched(uri));
  const changedAt = useStore(changes, (all) => all.get(changeKey(view.connection.id, uri)));
  if (!watching.canWatch()) return null;
  return (
    <p className={styles.watch}>
      <Switch
        label="Subscribe to changes"
        isSelected={isWatched}
        onChange={(isWanted) => {
          setWatched(isWanted);
          void watching.watch(uri, isWanted);
        }}
      />
      <span role="status">
        {changedAt !== undefined && "The server says it has changed: read it again."}
      </span>
    </p>
  );
}
