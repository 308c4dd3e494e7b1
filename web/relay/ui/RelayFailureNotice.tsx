/** Explains that an action needs the relay and offers a fix. */
import { useStore } from "zustand";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { FailureNotice } from "../../messages/FailureNotice.tsx";
import { relayStateText } from "../../servers/messages/relayMessages.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";

/** @param props.onRetry tries again what has failed */
export function RelayFailureNotice({
  failure,
  onRetry,
}: {
  failure: Failure;
  onRetry: () => void;
}) {
  const { relay, view } = useStores();
  const state = useStore(relay.access.state);
  const retry = <Button onPress={onRetry}>Try again</Button>;
  if (state.kind === "connected") return <FailureNotice failure={failure} actions={retry} />;
  const { what, why, next } = relayStateText(state);
  return (
    <Notice
      severity="error"
      title={what}
      actions={
        <>
          <Button variant="primary" onPress={() => view.showRelay(true)}>
            Open Relay
          </Button>
          {retry}
        </>
      }
    >
      <p>
        {why} {next[0]}
      </p>
    </Notice>
  );
}
