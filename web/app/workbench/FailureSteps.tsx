/** Explains why a server is not connected, and what to do: again, on another route, with the cause from the relay. */
import { RotateCcw } from "lucide-react";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { FailureNotice } from "../../messages/FailureNotice.tsx";
import { RelayFailureNotice } from "../../relay/ui/RelayFailureNotice.tsx";
import { NetworkCause } from "../../servers/ui/address/NetworkCause.tsx";
import { RouteSteps } from "../../servers/ui/address/RouteSteps.tsx";
import { useStores } from "../../stores/StoresContext.tsx";
import { useConnection } from "../../stores/useConnection.ts";
import { Button } from "../../ui/Button.tsx";

export function FailureSteps({ failure }: { failure: Failure }) {
  const { connect } = useStores().connections.connector;
  const { kind } = useConnection().state;
  if (failure.code.startsWith("relay-")) {
    return <RelayFailureNotice failure={failure} onRetry={connect} />;
  }
  return (
    <>
      <FailureNotice
        failure={failure}
        actions={
          <>
            <RouteSteps failure={failure} />
            {kind !== "connecting" && <NextSteps failed={kind === "failed"} code={failure.code} />}
          </>
        }
      />
      {failure.code === "network" && <NetworkCause failure={failure} />}
    </>
  );
}

/** Actions after a connection failed or ended. */
function NextSteps(props: { failed: boolean; code: Failure["code"] }) {
  const { connections, view } = useStores();
  const { connect, restart } = connections.connector;
  if (props.code !== "exited") {
    return <Button onPress={connect}>{props.failed ? "Try again" : "Connect again"}</Button>;
  }
  return (
    <>
      <Button icon={RotateCcw} onPress={() => restart()}>
        Start it again
      </Button>
      <Button onPress={() => view.showTraffic("output")}>Show server output</Button>
    </>
  );
}
