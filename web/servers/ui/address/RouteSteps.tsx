/** Offers another way to connect after a failure: through the relay, in another revision, or by accepting a certificate. */
import { useStore } from "zustand";
import type { DoctorCause } from "../../../../shared/doctor/cause.ts";
import type { Failure } from "../../../../shared/protocol/failures/failure.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { GuardedButton } from "../../../ui/overlays/GuardedButton.tsx";
import { useShownSettings } from "../../hooks/useServerSettings.ts";

/** Causes for which the route over the relay is a remedy: what only a browser refuses, or a certificate. */
function isRemedied(cause: DoctorCause | undefined): boolean {
  return (
    cause === undefined ||
    /^(cors|certificate|expose)-|-cors$/.test(cause) ||
    ["url-port-blocked", "mixed-content", "local-network-denied"].includes(cause)
  );
}

/** @param props.cause what a diagnosis has found, if there was one */
export function RouteSteps({
  failure,
  cause,
}: {
  failure: Failure;
  cause?: DoctorCause | undefined;
}) {
  const { connections, relay } = useStores();
  const { connect } = connections.connector;
  const { change } = useShownSettings();
  const canForward = useStore(
    relay.access.state,
    (state) => state.kind === "connected" && state.forward !== "off",
  );
  const isHidden = failure.code === "initialized-refused" && failure.mayHideSession;
  // a server that answered a request with the same headers is not hidden by CORS
  const isGone = failure.code === "network" && failure.request?.newHeaders?.length === 0;
  const isOfBrowser = (failure.code === "network" && !isGone) || isHidden;
  if (isOfBrowser && canForward && isRemedied(cause)) {
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
