/** Explains why a server is not connected, and what to do: again, on another route, or a diagnosis. */

import { RotateCcw, Stethoscope } from "lucide-react";
import { useStore } from "zustand";
import { mainFinding } from "../../../shared/doctor/cause.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { DiagnosisPanel } from "../../doctor/ui/DiagnosisPanel.tsx";
import { useDiagnosis } from "../../doctor/ui/useDiagnosis.ts";
import { FailureNotice, FailureTitle } from "../../messages/FailureNotice.tsx";
import { RelayFailureNotice } from "../../relay/ui/RelayFailureNotice.tsx";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { useActiveId } from "../../servers/hooks/useOpenServers.ts";
import type { Connection } from "../../servers/store/connections/connection.ts";
import { RouteSteps } from "../../servers/ui/address/RouteSteps.tsx";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { loopOf } from "../../watch/store/watchStore.ts";

interface FailureStepsProps {
  readonly connection: Connection;
  /** Undefined for a diagnosis of a server that is connected. */
  readonly failure: Failure | undefined;
}

export function FailureSteps({ connection, failure }: FailureStepsProps) {
  const { connect } = useStores().connections.connector;
  const { state } = useConnection();
  const { kind } = state;
  const isAwaited = state.kind === "lost" && state.awaits !== undefined;
  const isWatched = useIsWatched();
  const diagnosis = useDiagnosis(connection);
  if (failure?.code.startsWith("relay-")) {
    return <RelayFailureNotice failure={failure} onRetry={connect} />;
  }
  const cause = diagnosis?.kind === "done" ? mainFinding(diagnosis.diagnosis)?.code : undefined;
  // what the page does by itself needs no button
  const isStartedBySaving = failure?.code === "exited" && kind === "failed" && isWatched;
  const steps = failure && (
    <>
      <RouteSteps failure={failure} cause={cause} />
      {kind !== "connecting" && !isAwaited && !isStartedBySaving && (
        <NextSteps failed={kind === "failed"} code={failure.code} />
      )}
      {isStartedBySaving && <ShowOutput />}
    </>
  );
  // the cause that was found replaces what may be the cause
  const isExplained = diagnosis?.kind === "done";
  return (
    <>
      {failure && isAwaited && !isExplained && (
        <Notice
          severity="warning"
          title={<FailureTitle failure={failure} />}
          actions={!diagnosis && <Diagnose connection={connection} />}
        />
      )}
      {failure && !isAwaited && !isExplained && (
        <FailureNotice
          failure={failure}
          next={isStartedBySaving ? "Save the file and it starts again by itself." : undefined}
          actions={
            <>
              {steps}
              {!diagnosis && !isStartedBySaving && <Diagnose connection={connection} />}
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
          sends it a few requests
        </Text>
      )}
    </>
  );
}
/** Actions after a connection failed or ended. */
function NextSteps(props: { failed: boolean; code: Failure["code"] }) {
  const { connections } = useStores();
  const { connect, restart } = connections.connector;
  if (props.code !== "exited") {
    return <Button onPress={connect}>{props.failed ? "Try again" : "Connect again"}</Button>;
  }
  return (
    <>
      <Button icon={RotateCcw} onPress={() => restart()}>
        Start it again
      </Button>
      <ShowOutput />
    </>
  );
}

function ShowOutput() {
  const { view } = useStores();
  return <Button onPress={() => view.showTraffic("output")}>Show server output</Button>;
}

/** Whether the server is restarted when its files change. */
function useIsWatched(): boolean {
  const { watch } = useStores();
  const id = useActiveId();
  return useStore(watch, (all) => loopOf(all, id).kind === "watching");
}
