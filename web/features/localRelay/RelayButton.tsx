/** Shows the relay's state in a word and opens the relay dialog. */
import { Cable } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useRuntime, useWorkspace } from "../../hooks/RuntimeContext.tsx";
import { relayStatus } from "../../messages/network/relayStatus.ts";
import type { Runtime } from "../../stores/connections/runtime.ts";
import type { RelayState } from "../../stores/relay/relayState.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import styles from "./RelayButton.module.css";

const RelayDialog = lazyComponent(async () => (await import("./RelayDialog.tsx")).RelayDialog);
const TabQuestion = lazyComponent(async () => (await import("./TabQuestion.tsx")).TabQuestion, {
  comes: "wanted",
});

/** States that open the dialog without a user action. */
function needsAttention(state: RelayState): boolean {
  return state.kind === "tab-asked" || (state.kind === "pairing-needed" && Boolean(state.link));
}

export function RelayButton() {
  const runtime = useRuntime();
  const { relay, workspace } = runtime;
  const state = useStore(relay.state);
  const isOpen = useWorkspace(({ isRelayShown }) => isRelayShown);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const status = relayStatus(state);
  const isKnown = state.kind !== "idle";
  const request = useStore(relay.offers.request);
  const isUrgent = needsAttention(state);

  useEffect(() => {
    if (isOpen && relay.state.getState().kind === "idle") void relay.look();
  }, [isOpen, relay]);

  useEffect(() => {
    if (!isUrgent || workspace.getState().isRelayShown) return;
    workspace.setState({ isRelayShown: true });
    // A dialog that opened automatically also closes automatically.
    return () => {
      if (relay.state.getState().kind !== "pairing-needed")
        workspace.setState({ isRelayShown: false });
    };
  }, [isUrgent, relay, workspace]);

  useEffect(() => (isKnown ? follow(runtime) : undefined), [isKnown, runtime]);

  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={Cable}
        aria-label={`Relay: ${status}`}
        aria-haspopup="dialog"
        onPress={() => workspace.setState({ isRelayShown: true })}
      >
        <span aria-hidden="true" className={styles.light} data-kind={state.kind} />
        <span className={styles.words}>Relay</span>
      </Button>
      {wasOpen && (
        <RelayDialog
          isOpen={isOpen}
          onOpenChange={(isRelayShown) => workspace.setState({ isRelayShown })}
        />
      )}
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

/** After the first look for the relay, its state is followed. */
function follow({ relay, workspace, clock }: Runtime): () => void {
  let isOver = false;
  let stop = () => {};
  const begin = async () => {
    const { followRelay, onTabWake } = await import("../../stores/relay/followRelay.ts");
    if (isOver) return;
    const isVisible = () => document.visibilityState === "visible";
    stop = followRelay({ relay, workspace, clock, isVisible, onWake: onTabWake });
  };
  // If the code cannot be loaded, the user can retry by hand.
  void begin().catch(() => {});
  return () => {
    isOver = true;
    stop();
  };
}
