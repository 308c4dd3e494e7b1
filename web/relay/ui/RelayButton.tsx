/** Shows the relay's state in a word and opens the relay dialog. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { relayStatus } from "../../servers/messages/relayStatus.ts";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import type { RelayState } from "../store/relayState.ts";
import styles from "./RelayButton.module.css";

const RelayDialog = lazyComponent(async () => (await import("./RelayDialog.tsx")).RelayDialog, {
  preload: "idle",
});
const TabQuestion = lazyComponent(async () => (await import("./TabQuestion.tsx")).TabQuestion);

/** Milliseconds after which the dialog is fetched while the relay runs; any key or press fetches it before. */
const preloadAfterMs = 5000;

/** States that open the dialog without a user action. */
function needsAttention(state: RelayState): boolean {
  return state.kind === "tab-asked" || (state.kind === "pairing-needed" && Boolean(state.link));
}

export function RelayButton() {
  const { relay: stores, view } = useStores();
  const relay = stores.access;
  const state = useStore(relay.state);
  const isOpen = useView(({ isRelayShown }) => isRelayShown);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const status = relayStatus(state);
  const request = useStore(relay.offers.request);
  // nothing moves while the page looks for the relay by itself
  const isSearching = ["idle", "looking", "connecting"].includes(state.kind);
  const isUrgent = needsAttention(state);

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
      {request && (
        <TabQuestion
          key={request.id}
          request={request}
          onAnswer={(isAllowed) => void relay.offers.answer(isAllowed)}
        />
      )}
    </>
  );
}
