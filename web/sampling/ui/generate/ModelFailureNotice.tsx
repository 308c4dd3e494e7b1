/** Explains why a model gave no answer, and offers another route where that may help. */
import { useStore } from "zustand";
import type { ModelFailure } from "../../../../shared/models/modelFailure.ts";
import { ErrorTextNotice } from "../../../messages/ErrorTextNotice.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { mayRouteHelp, modelFailureText } from "../../messages/modelMessages.ts";
import type { ConfiguredModel } from "../../store/models.ts";
import type { GenerationEnd } from "../../store/runModel.ts";

interface ModelFailureNoticeProps {
  readonly model: ConfiguredModel;
  readonly end: Pick<GenerationEnd, "relayFailure" | "isReached">;
  readonly failure: ModelFailure;
  /** Changes the model's route to the relay. */
  readonly onRelay?: (() => void) | undefined;
}

export function ModelFailureNotice({ model, end, failure, onRelay }: ModelFailureNoticeProps) {
  const { relay } = useStores();
  const canForward = useStore(
    relay.access.state,
    (state) => state.kind === "connected" && state.forward !== "off",
  );
  const { relayFailure, isReached } = end;
  const run = { failure, model, relayFailure, isReached };
  return (
    <ErrorTextNotice
      text={modelFailureText(run)}
      severity={failure.code === "aborted" ? "warning" : "error"}
      actions={
        onRelay && canForward && mayRouteHelp(run) ? (
          <Button onPress={onRelay}>Send through the relay</Button>
        ) : undefined
      }
    />
  );
}
