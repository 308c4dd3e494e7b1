/** Says what a call in progress does or waits for, and what can be done about it. */
import type { Target } from "../../../../shared/config/target.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { useAllRequests } from "../../../inbox/hooks/useRequests.ts";
import { formatTimeOfDay, formatWait } from "../../../messages/quantities.ts";
import { useOpenServers } from "../../../servers/hooks/useOpenServers.ts";
import { originOfTarget } from "../../../servers/store/routes.ts";
import { useAuthorizationProgress } from "../../../signIn/hooks/useAuthorizationProgress.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useNow } from "../../../stores/useNow.ts";
import { MiddleText } from "../../../ui/lists/MiddleText.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { runEnd, stalenessText, taskStatusText } from "../../messages/runMessages.ts";
import type { Staleness } from "../../store/history/staleness.ts";
import { type DoneRun, elapsedMs, type Run } from "../../store/run.ts";
import styles from "./RunState.module.css";
import type { CallWait } from "./useCallWait.ts";

type Running = Extract<Run, { kind: "running" }>;

interface RunStateProps {
  /** Undefined while nothing is in progress. */
  readonly run: Running | undefined;
  /** Whether it is this call, not another one of the server, for which the user is asked. */
  readonly asked: CallWait;
  /** The last call that ended. */
  readonly last: DoneRun | undefined;
  /** Why its result may no longer be that of what would be called now. */
  readonly staleness: Staleness | undefined;
  readonly target: Target;
  /** In seconds; 0 for none. */
  readonly timeout: number;
  /** Why nothing can be called. */
  readonly note: string | undefined;
  /** Since when a call waits for the server, in milliseconds of the tab's clock. */
  readonly awaitedSince: number | undefined;
}

export function RunState(props: RunStateProps) {
  const { run, asked, last, staleness, target, timeout, note, awaitedSince } = props;
  const isAwaited = awaitedSince !== undefined && !run;
  const ended = last && !run && note === undefined ? last : undefined;
  return (
    <div className={styles.state} data-idle={(!run && !isAwaited) || undefined}>
      {/* in the page from the start, so that what appears in it is announced */}
      <p role="status" aria-label="State of the call" className={styles.line}>
        {run ? (
          <Words run={run} asked={asked} target={target} />
        ) : isAwaited ? (
          <Awaited note={note} />
        ) : (
          note
        )}
      </p>
      {isAwaited && (
        <span className={styles.time}>
          <Since at={awaitedSince} />
        </span>
      )}
      {ended && <Ended done={ended} staleness={staleness} />}
      {run?.progress && !run.queued && run.pausedAt === undefined && (
        <div className={styles.progress}>
          <ProgressBar
            label="Progress"
            hideLabel
            value={run.progress.progress}
            max={run.progress.total}
            message={run.progress.message}
          />
        </div>
      )}
      {run && (
        <span className={styles.time}>
          <Elapsed run={run} asked={asked} /> {limitText(run, timeout)}
        </span>
      )}
      {run?.task && run.task.status !== "input_required" && (
        <span className={styles.id}>
          <MiddleText text={escapeHidden(run.task.taskId)} end={4} />
        </span>
      )}
      {run?.queued === "connections" && <WayOut target={target} />}
    </div>
  );
}

/** A call waits for its server. */
function Awaited({ note }: { readonly note: string | undefined }) {
  return (
    <>
      <StateGlyph state="queued" className={styles.queued} />
      <span className={styles.queued}>Queued</span>
      {note !== undefined && <span className={styles.reason}>{note}</span>}
    </>
  );
}

function Since({ at }: { readonly at: number }) {
  return formatWait(useNow() - at);
}

interface WordsProps extends Pick<RunStateProps, "asked" | "target"> {
  readonly run: Running;
}

/** What a call in progress does, or waits for. */
function Words({ run, asked: { isAsked }, target }: WordsProps) {
  const { queued, pausedAt, task, progress } = run;
  const progressOfSignIn = useAuthorizationProgress();
  const isSigningIn = progressOfSignIn === "running" || progressOfSignIn === "needs-person";
  if (queued) {
    return (
      <>
        <StateGlyph state="queued" className={styles.queued} />
        <span className={styles.queued}>Queued</span>{" "}
        <span className={styles.reason}>
          {queued === "credentials"
            ? "waiting for credentials"
            : `every connection to ${originOfTarget(target)} is in use`}
        </span>
      </>
    );
  }
  if (pausedAt !== undefined && !isSigningIn && !isAsked) {
    return (
      <>
        <StateGlyph state="running" />
        <span className={styles.message}>Running</span>{" "}
        <span className={styles.reason}>another call waits for you</span>
      </>
    );
  }
  if (pausedAt !== undefined) {
    return (
      <>
        <StateGlyph state="waiting" />
        <span className={styles.waiting}>
          {isSigningIn ? "Waits for the authorization" : "Waits for you"}
        </span>
      </>
    );
  }
  if (task) {
    const isWaiting = task.status === "input_required";
    return (
      <>
        <StateGlyph state={isWaiting ? "waiting" : "running"} />
        {task.statusMessage && (
          <span className={styles.message} title={task.statusMessage}>
            {escapeHidden(task.statusMessage)}
          </span>
        )}{" "}
        <span className={isWaiting ? styles.waiting : styles.reason}>
          {isWaiting ? "Waits for you" : taskStatusText(task.status)}
        </span>
      </>
    );
  }
  return (
    <>
      <StateGlyph state="running" />
      <span className={styles.message}>
        {progress?.total === undefined ? "Running" : `${progress.progress} of ${progress.total}`}
      </span>
    </>
  );
}

/** When the last call ended, and how. */
function Ended({ done, staleness }: { done: DoneRun; staleness: Staleness | undefined }) {
  const { clock } = useStores();
  const { isGood, ms = 0 } = runEnd(done);
  const endedAt = done.endedAt ?? done.startedAt + ms;
  const at = formatTimeOfDay(Date.now() - clock.now() + endedAt).slice(0, 8);
  const { kind } = done.outcome;
  const hasNoEnd = kind === "cancelled" || kind === "reloaded";
  const word = isGood
    ? "Done"
    : kind === "cancelled"
      ? "Cancelled"
      : kind === "reloaded"
        ? "Called"
        : "Failed";
  return (
    <span className={styles.line}>
      <StateGlyph
        state={
          staleness ? "not-applicable" : isGood ? "ok" : hasNoEnd ? "not-applicable" : "failed"
        }
      />
      <span className={styles.reason}>
        {staleness === "other-arguments" ? (
          "Arguments changed since the last call"
        ) : (
          <>
            {word}
            <span className={styles.at}> at {at}</span>
            {staleness && `, ${stalenessText(staleness)}`}
          </>
        )}
      </span>
    </span>
  );
}

/** The browser opens few connections to an origin, and calls that wait for somebody keep theirs. */
function WayOut({ target }: { readonly target: Target }) {
  const origin = originOfTarget(target);
  const servers = useOpenServers();
  const sameOrigin = new Set(
    servers.filter((server) => originOfTarget(server.target) === origin).map(({ id }) => id),
  );
  const waiting = useAllRequests().find(
    ({ ended, serverId }) => !ended && sameOrigin.has(serverId),
  );
  // the list below leads to it
  return waiting ? null : <span className={styles.time}>cancel one, or choose Route Relay</span>;
}

/** How long a call has been doing what it does now. */
function Elapsed({ run, asked }: Pick<WordsProps, "run" | "asked">) {
  const isTaskAsking = run.task?.status === "input_required" && asked.since !== undefined;
  const isPaused = run.pausedAt !== undefined || isTaskAsking;
  // what is waited for is counted in other places too, in whole seconds
  const isWaiting = run.queued !== undefined || (isPaused && asked.isAsked);
  const now = useNow(isWaiting ? 1000 : 100);
  if (isWaiting) {
    const ms = isPaused && asked.since !== undefined ? now - asked.since : elapsedMs(run, now);
    return <span>{formatWait(ms)}</span>;
  }
  const ms = isPaused ? Math.max(0, now - (run.sentAt ?? run.startedAt)) : elapsedMs(run, now);
  return <span>{(ms / 1000).toFixed(1)} s</span>;
}

/**
 * The timeout of a call in progress, or why none runs.
 * @param timeout seconds; 0 for none
 */
function limitText(run: Running, timeout: number): string {
  if (run.queued) return "";
  // the server has limits of its own
  if (run.pausedAt !== undefined) return "· timeout paused, the server may give up";
  // each progress notification restarts the timeout, so that it does not limit the whole time
  return timeout === 0 || run.task || run.progress ? "" : `of ${timeout} s`;
}
