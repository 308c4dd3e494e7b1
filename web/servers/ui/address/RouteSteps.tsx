/** Offers another way to connect after a failure: through the relay, in another revision, or by accepting a certificate. */
import { useStore } from "zustand";
import type { Failure } from "../../../../shared/protocol/failures/failure.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useShownSettings } from "../../../stores/useServerSettings.ts";
import { Button } from "../../../ui/Button.tsx";
import { GuardedButton } from "../../../ui/overlays/GuardedButton.tsx";

export function RouteSteps({ failure }: { failure: Failure }) {
  const { connections, relay } = useStores();
  const { connect } = connections.connector;
  const { change } = useShownSettings();
  const canForward = useStore(
    relay.access.state,
    (state) => state.kind === "connected" && state.forward !== "off",
  );
  const isHidden = failure.code === "initialized-refused" && failure.mayHideSession;
  if ((failure.code === "network" || isHidden) && canForward) {
    const reroute = () => {
      change({ route: "relay" });
      connect();
    };
    return <Button onPress={reroute}>Connect through the relay</Button>;
  }
  if (failure.code === "revision-not-supported") {
    const negotiate = () => {
      change({ revision: "auto" });
      connect();
    };
    return <Button onPress={negotiate}>Connect with Auto</Button>;
  }
  const certificate = failure.code === "forward" ? failure.problem.certificate : undefined;
  if (failure.code !== "forward" || !certificate) return null;
  const accept = () => {
    const { fingerprint } = certificate;
    relay.forwarding.setTerms(new URL(failure.url).origin, { fingerprint });
    connect();
  };
  return <GuardedButton onPress={accept}>Accept this certificate</GuardedButton>;
}
