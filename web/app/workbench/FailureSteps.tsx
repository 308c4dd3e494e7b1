/** Explains why a server is not connected, and what to do: again, on another route, or a diagnosis. */
import { RotateCcw, Stethoscope } from "lucide-react";
import { mainFinding } from "../../../shared/doctor/cause.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { DiagnosisPanel } from "../../doctor/ui/DiagnosisPanel.tsx";
import { useDiagnosis } from "../../doctor/ui/useDiagnosis.ts";
import { FailureNotice } from "../../messages/FailureNotice.tsx";
import { RelayFailureNotice } from "../../relay/ui/RelayFailureNotice.tsx";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import type { Connection } from "../../servers/store/connections/connection.ts";
import { RouteSteps } from "../../servers/ui/address/RouteSteps.tsx";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Text } from "../../ui/primitives/Text.tsx";

interface FailureStepsProps {
  readonly connection: Connection;
  /** Undefined for a diagnosis of a server that is connected. */
  readonly failure: Failure | undefined;
}

export function FailureSteps({ connection, failure }: FailureStepsProps) {
  const { connect } = useStores().connections.connector;
  const { kind } = useConnection().state;
  const diagnosis = useDiagnosis(connection);
  if (failure?.code.startsWith("relay-")) {
    return <RelayFailureNotice failure={failure} onRetry={connect} />;
  }
  const cause = diagnosis?.kind === "done" ? mainFinding(diagnosis.diagnosis)?.code : undefined;
  const steps = failure && (
    <>
      <RouteSteps failure={failure} cause={cause} />
      {kind !== "connecting" && <NextSteps failed={kind === "failed"} code={failure.code} />}
    </>
  );
  // the cause that was found replaces what may be the cause
  const isExplained = diagnosis?.kind === "done";
  return (
    <>
      {failure && !isExplained && (
        <FailureNotice
          failure={failure}
          actions={
            <>
              {steps}
              {!diagnosis && <Diagnose connection={connection} />}
            </>
          }
        />
      )}
      {diagnosis && <DiagnosisPanel connection={connection} state={diagnosis} actions={steps} />}
    </>
  );
}

function Diagnose({ connection }: { connection: Connection }) {
  const { doctor } = useStores();
  const { target } = connection;
  return (
    <>
      <Button icon={Stethoscope} onPress={() => void doctor.diagnose(connection, false)}>
        Diagnose
      </Button>
      {target.kind === "http" && (
        <Text size="small" tone="muted">
          sends a few requests to {new URL(target.url).host}
        </Text>
      )}
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
