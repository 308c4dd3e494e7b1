/** How it stands with the relay, in a word; opens what can be done about it. */
import { Cable } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useRuntime, useWorkspace } from "../../session/RuntimeContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { later } from "../../ui/later.tsx";
import { relayStatus } from "../../words/relayWords.ts";
import styles from "./RelayButton.module.css";

const RelayDialog = later(async () => (await import("./RelayDialog.tsx")).RelayDialog);

export function RelayButton() {
  const { relay, workspace } = useRuntime();
  const state = useStore(relay.state);
  const isOpen = useWorkspace(({ isRelayShown }) => isRelayShown);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const status = relayStatus(state);

  useEffect(() => {
    if (isOpen && relay.state.getState().kind === "idle") void relay.look();
  }, [isOpen, relay]);

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
    </>
  );
}
