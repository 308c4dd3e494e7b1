/** Subscribes to a resource and shows when it changed. */
import { useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { SubscriptionRefusal } from "../../../shared/client/subscriptions/resourceSubscriptions.ts";
import { failureText } from "../../messages/failureMessages.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import styles from "./ResourceWatch.module.css";

export function ResourceWatch({ view, uri }: { view: ConnectedView; uri: string }) {
  const { changes } = useStores().catalog;
  const { resourceSubscriptions } = view.client;
  // A new connection starts without subscriptions.
  const isSubscribed = useSyncExternalStore(resourceSubscriptions.subscribe, () =>
    resourceSubscriptions.isSubscribed(uri),
  );
  const refusal = useSyncExternalStore(resourceSubscriptions.subscribe, () =>
    resourceSubscriptions.refusal(uri),
  );
  const changedAt = useStore(changes, ({ at }) => at(view.connection.id, uri));
  if (!resourceSubscriptions.canSubscribe()) return null;
  return (
    <div className={styles.watch}>
      <Switch
        label="Subscribe to changes"
        isSelected={isSubscribed}
        onChange={(isWanted) => void resourceSubscriptions.watch(uri, isWanted)}
      />
      <span role="status">
        {refusal !== undefined && `${refusalText(refusal)} `}
        {changedAt !== undefined && "The resource has changed on the server. Read it again."}
      </span>
    </div>
  );
}

function refusalText(refusal: SubscriptionRefusal): string {
  if (refusal === "not-acknowledged") return "The server did not accept the subscription.";
  switch (refusal.kind) {
    case "error":
      return `The server refused: ${refusal.error.code} ${refusal.error.message}`;
    case "failed":
      return `The request failed: ${failureText(refusal.failure).what}.`;
    case "cancelled":
      return "The request was cancelled.";
  }
}
