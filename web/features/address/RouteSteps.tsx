/** Offers another way to connect after a failure: through the relay, in another revision, or by accepting a certificate. */
import { useStore } from "zustand";
import type { Failure } from "../../../shared/core/failures/failure.ts";
import { useRuntime } from "../../hooks/RuntimeContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { GuardedButton } from "../../ui/overlays/GuardedButton.tsx";

export function RouteSteps({ failure }: { failure: Failure }) {
  const { connect, forwarding, relay, settings } = useRuntime();
  const canForward = useStore(
    relay.state,
    (state) => state.kind === "connected" && state.forward !== "off",
  );
  const isHidden = failure.code === "initialized-refused" && failure.mayHideSession;
  if ((failure.code === "network" || isHidden) && canForward) {
    const reroute = () => {
      settings.setState({ route: "relay" });
      connect();
    };
    return <Button onPress={reroute}>Connect through the relay</Button>;
  }
  if (failure.code === "revision-not-supported") {
    const negotiate = () => {
      settings.setState({ revision: "auto" });
      connect();
    };
    return <Button onPress={negotiate}>Connect with Auto</Button>;
  }
  const certificate = failure.code === "forward" ? failure.trouble.certificate : undefined;
  if (failure.code !== "forward" || !certificate) return null;
  const accept = () => {
    const { fingerprint } = certificate;
    forwarding.setTerms(new URL(failure.url).origin, { fingerprint });
    connect();
  };
  return <GuardedButton onPress={accept}>Accept this certificate</GuardedButton>;
}
