/** Shows the state of the connection in words, then numbers. */
import type { ReactNode } from "react";
import { formatTarget } from "../../../../shared/config/target.ts";
import type { Transport } from "../../../../shared/transport/transport.ts";
import { FailureTitle } from "../../../messages/lazyFailure.tsx";
import { formatCount } from "../../../messages/quantities.ts";
import { useAuthorizationProgress } from "../../../signIn/hooks/useAuthorizationProgress.ts";
import type { AuthorizationProgress } from "../../../signIn/store/engineOptions.ts";
import { useTapCounts } from "../../../taps/hooks/useShownTap.ts";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import { useConnection } from "../../hooks/useConnection.ts";
import { useShownCondition } from "../../hooks/useServerCondition.ts";
import { conditionText } from "../../messages/conditionMessages.ts";
import { missingStream, type ServerCondition } from "../../store/connections/condition.ts";
import { type ConnectedView, connectedView } from "../../store/connections/connection.ts";
import { ConditionLight } from "../ConditionLight.tsx";
import styles from "./ConnectionStatus.module.css";

const ServerNumbers = lazyComponent(
  async () => (await import("./ServerNumbers.tsx")).ServerNumbers,
  { preload: "intent" },
);

const ConditionNumbers = lazyComponent(
  async () => (await import("./ServerNumbers.tsx")).ConditionNumbers,
  { preload: "idle" },
);

const transportNames: Readonly<Record<Transport["kind"], string>> = {
  "streamable-http": "Streamable HTTP",
  "http-sse": "HTTP+SSE",
  stdio: "stdio",
};

export function ConnectionStatus() {
  const all = useConnection();
  const condition = useShownCondition();
  const { kind } = condition;
  const view = connectedView(all);
  const progress = useAuthorizationProgress();
  const tap = useTapCounts();
  return (
    <div className={styles.status} data-kind={kind}>
      <ConditionLight condition={condition} isWaiting={tap.held > 0} />
      <p role="status" aria-label="Connection" className={styles.words}>
        {authorizationText(condition, progress) ?? pausedText(tap) ?? statusText(condition, view)}
      </p>
      {tap.faults > 0 && (
        <p role="status" aria-label="Rules" className={styles.rules}>
          {formatCount(tap.faults, "fault")} {tap.isApplied ? "on" : "not on yet"}
        </p>
      )}
      {hasClock.has(kind) && <ConditionNumbers condition={condition} />}
      {view && hasNumbers.has(kind) && <ServerNumbers view={view} condition={condition} />}
      {all.state.kind === "connecting" && all.connection?.target.kind === "stdio" && (
        <p className={styles.numbers}>
          <span>starting {formatTarget(all.connection.target)}</span>
        </p>
      )}
    </div>
  );
}

const hasNumbers: ReadonlySet<ServerCondition["kind"]> = new Set(["connected", "recording", "tap"]);

/** How long they last is counted. */
const hasClock: ReadonlySet<ServerCondition["kind"]> = new Set(["lost", "failed"]);

/** Whether messages of another client arrive. */
const isLive = (condition: ServerCondition) => condition.kind === "tap" && condition.isLive;

/** An authorization flow that waits for the user takes precedence over the failure behind it. */
function authorizationText(
  condition: ServerCondition,
  progress: AuthorizationProgress,
): string | undefined {
  const { kind } = condition;
  const isConnecting = kind === "connecting" || kind === "reconnecting";
  // A refused connection is opened again once the flow has a token.
  const isRefused = kind === "failed" && condition.failure.code === "not-authorized";
  if (!isConnecting && kind !== "connected" && !isRefused) return undefined;
  if (progress === "needs-person") return "Authorization needed · see Authorization";
  return progress === "running" && kind !== "connected" ? "Authorizing…" : undefined;
}

/** Messages of the shown tap that wait for the user. */
const pausedText = ({ held }: { readonly held: number }) =>
  held > 0 ? `${formatCount(held, "message")} paused` : undefined;

/** @param view of a connected server */
function statusText(condition: ServerCondition, view: ConnectedView | undefined): ReactNode {
  const text = conditionText(condition);
  if (missingStream(condition)) return text;
  if ((condition.kind === "connected" || isLive(condition)) && view) {
    const { agreement, transport, initializedFailure } = view.client;
    const words = `${text} · ${agreement.revision} · ${transportNames[transport.kind]}`;
    return initializedFailure ? `${words} · initialized refused` : words;
  }
  const isWaiting = condition.kind === "lost" && condition.awaits !== undefined;
  if (!("failure" in condition) || isWaiting) return text;
  return (
    <>
      {text}: <FailureTitle failure={condition.failure} />
    </>
  );
}
