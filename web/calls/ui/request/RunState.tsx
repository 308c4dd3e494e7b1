/** Says what a call in progress waits for, and what can be done about it. */
import { Hand, Hourglass } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Target } from "../../../../shared/config/target.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useAuthorizationProgress } from "../../../stores/useAuthorizationProgress.ts";
import { useOpenRequest } from "../../../stores/useOpenRequest.ts";
import { useOpenServers } from "../../../stores/useOpenServers.ts";
import { useAllRequests } from "../../../stores/useRequests.ts";
import { Button } from "../../../ui/Button.tsx";
import { MiddleText } from "../../../ui/lists/MiddleText.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { taskStatusText } from "../../messages/runMessages.ts";
import { type Run, waitedMs } from "../../store/run.ts";
import styles from "./RunState.module.css";

type Running = Extract<Run, { kind: "running" }>;

export interface RunStateProps {
  readonly run: Running;
  readonly target: Target;
}

export function RunState({ run, target }: RunStateProps) {
  const { task, progress, queued, pausedAt } = run;
  const isPaused = pausedAt !== undefined;
  const progressOfSignIn = useAuthorizationProgress();
  const isSigningIn = progressOfSignIn === "running" || progressOfSignIn === "needs-person";
  return (
    <div
      className={styles.state}
      data-queued={queued}
      data-idle={!(task || progress || queued || isPaused) || undefined}
    >
      {/* in the page from the start, so that what appears in it is announced */}
      <div role="status" aria-label="State of the call" className={styles.line}>
        {queued === "connections" && <Queued target={target} />}
        {queued === "credentials" && (
          <Line icon={<Hourglass aria-hidden="true" />}>Queued: waiting for credentials</Line>
        )}
        {task && <Task task={task} />}
        {isPaused && !queued && (
          <Line icon={<Hand aria-hidden="true" />}>
            {isSigningIn
              ? "Waits for the authorization"
              : "Waits for an answer to the request of the server"}
          </Line>
        )}
      </div>
      {progress && (
        <ProgressBar
          label="Progress"
          hideLabel
          value={progress.progress}
          max={progress.total}
          message={progress.message}
        />
      )}
    </div>
  );
}

function Line({ icon, children }: { readonly icon?: ReactNode; readonly children: ReactNode }) {
  return (
    <p className={styles.text}>
      {icon}
      <span>{children}</span>
    </p>
  );
}

/** The browser opens few connections to an origin, and calls that wait for somebody keep theirs. */
function Queued({ target }: { readonly target: Target }) {
  const origin = originOf(target);
  const servers = useOpenServers();
  const sameOrigin = new Set(
    servers.filter((server) => originOf(server.target) === origin).map(({ id }) => id),
  );
  const waiting = useAllRequests().find(
    ({ ended, serverId }) => !ended && sameOrigin.has(serverId),
  );
  const { open } = useOpenRequest(waiting);
  return (
    <>
      <Line icon={<Hourglass aria-hidden="true" />}>
        Queued: every connection that the page opens to {origin} is in use.{" "}
        {waiting
          ? "Answer a request that waits, or choose Route Relay."
          : "Cancel a call in progress, or choose Route Relay."}
      </Line>
      {waiting && (
        <Button size="small" onPress={open}>
          Answer a request
        </Button>
      )}
    </>
  );
}

function originOf(target: Target): string | undefined {
  return target.kind === "http" ? new URL(target.url).host : undefined;
}

function Task({ task }: { readonly task: NonNullable<Running["task"]> }) {
  const { statusMessage, status, taskId } = task;
  return (
    <p className={styles.text}>
      {statusMessage && (
        <span className={styles.message} title={statusMessage}>
          {escapeHidden(statusMessage)}
        </span>
      )}
      <span className={styles.status}>{taskStatusText(status)}</span>
      <span className={styles.id}>
        task <MiddleText text={escapeHidden(taskId)} end={4} />
      </span>
    </p>
  );
}

/** How long a call has waited for the server. */
export function Elapsed({ run }: { readonly run: Running }) {
  const { clock } = useStores();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), 100);
    return () => clearInterval(timer);
  }, [clock]);
  return <span>{(waitedMs(run, now) / 1000).toFixed(1)} s</span>;
}

/**
 * The timeout of a call, or why none runs.
 * @param timeout seconds; 0 for none
 */
export function limitText(run: Run | undefined, timeout: number): string {
  const text = timeout === 0 ? "no timeout" : `timeout ${timeout} s`;
  if (run?.kind !== "running") return text;
  if (run.queued || run.task) return "";
  if (run.pausedAt !== undefined) return "timeout paused";
  // each progress notification restarts the timeout, so that it does not limit the whole time
  return timeout === 0 || run.progress ? text : `of ${timeout} s`;
}
