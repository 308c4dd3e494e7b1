/** How it stands with the relay, in a word; opens what can be done about it. */
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

/** States in which something is for the user to read, whatever they were doing. */
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
    // what opened by itself closes by itself
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

/** Once there was a look for the relay, its comings and goings are noticed. */
function follow({ relay, workspace, clock }: Runtime): () => void {
  let isOver = false;
  let stop = () => {};
  const begin = async () => {
    const { followRelay, onTabWake } = await import("../../stores/relay/followRelay.ts");
    if (isOver) return;
    const isVisible = () => document.visibilityState === "visible";
    stop = followRelay({ relay, workspace, clock, isVisible, onWake: onTabWake });
  };
  // where its code cannot be had, the person looks again by hand
  void begin().catch(() => {});
  return () => {
    isOver = true;
    stop();
  };
}
