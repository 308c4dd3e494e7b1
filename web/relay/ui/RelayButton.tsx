/** Shows the relay's state in a word and opens the relay dialog. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { relayStatus } from "../../servers/messages/relayStatus.ts";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import styles from "./RelayButton.module.css";

const RelayDialog = lazyComponent(async () => (await import("./RelayDialog.tsx")).RelayDialog, {
  preload: "idle",
});

/** Milliseconds after which the dialog is fetched while the relay runs; any key or press fetches it before. */
const preloadAfterMs = 5000;

export function RelayButton() {
  const { relay: stores, view } = useStores();
  const relay = stores.access;
  const state = useStore(relay.state);
  const isOpen = useView(({ isRelayShown }) => isRelayShown);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const status = relayStatus(state);
  // nothing moves while the page looks for the relay by itself
  const isSearching = ["idle", "looking", "connecting"].includes(state.kind);
  // a link that was refused opens the dialog without a user action
  const isUrgent = state.kind === "pairing-needed" && state.link !== undefined;

  useEffect(() => {
    if (isOpen && relay.state.getState().kind === "idle") void relay.look();
  }, [isOpen, relay]);

  // The relay may serve this code, which is needed when the relay has stopped. It is not fetched
  // with the first load.
  useEffect(() => {
    if (state.kind !== "connected") return;
    const timer = setTimeout(RelayDialog.preload, preloadAfterMs);
    return () => clearTimeout(timer);
  }, [state.kind]);

  useEffect(() => {
    if (!isUrgent || view.getState().isRelayShown) return;
    view.showRelay(true);
    // A dialog that opened automatically also closes automatically.
    return () => {
      if (relay.state.getState().kind !== "pairing-needed") view.showRelay(false);
    };
  }, [isUrgent, relay, view]);

  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Relay: ${status}`}
        aria-haspopup="dialog"
        className={styles.button}
        onPress={() => view.showRelay(true)}
      >
        <span aria-hidden="true" className={styles.light} data-kind={state.kind} />
        <span>
          Relay
          {!isSearching && <span className={styles.state}>: {status}</span>}
        </span>
      </Button>
      {wasOpen && <RelayDialog isOpen={isOpen} onOpenChange={view.showRelay} />}
    </>
  );
}
