/** Describes how a run ended, and the states of its task, in one or two words. */

import { tookMs } from "../../../shared/client/callTimes.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { formatMs, formatTimeOfDay } from "../../messages/quantities.ts";
import type { FormerCall, Staleness } from "../store/history/staleness.ts";
import type { DoneRun } from "../store/run.ts";

interface RunEnd {
  readonly text: string;
  /** How long it took, in milliseconds; see {@link tookMs}. */
  readonly ms: number | undefined;
  readonly isGood: boolean;
}

export function runEnd(done: DoneRun): RunEnd {
  const { outcome } = done;
  const ms = tookMs(done);
  switch (outcome.kind) {
    case "result": {
      const isError = getOwn(outcome.value, "isError") === true;
      return { text: isError ? "tool error" : "ok", ms, isGood: !isError };
    }
    case "error":
      return { text: `error ${outcome.error.code}`, ms, isGood: false };
    case "failed":
    case "cancelled":
      return { text: outcome.kind, ms, isGood: false };
    case "reloaded":
      return { text: "no answer", ms, isGood: false };
    case "sent":
      return { text: "sent", ms, isGood: outcome.failure === undefined };
  }
}

/**
 * The time of day at which a call began.
 * @param now of the tab's clock, in milliseconds
 */
export function runTime({ startedAt }: Pick<DoneRun, "startedAt">, now: number): string {
  return formatTimeOfDay(Date.now() - now + startedAt).slice(0, 8);
}

/** How long a call took; empty where nothing could be answered. */
export function runDuration(done: DoneRun): string {
  const ms = tookMs(done);
  return ms === undefined ? "" : formatMs(ms);
}

/** Why a result may no longer be that of what would be called now, after the time or alone. */
export function stalenessText(staleness: Staleness): string {
  return stalenessTexts[staleness];
}

const stalenessTexts: Readonly<Record<Staleness, string>> = {
  restarted: "before the restart",
  reconnected: "before the server was connected again",
  lost: "before the server was lost",
  changed: "before the resource changed",
  "other-arguments": "with other arguments",
};

/** Arguments that are named, and characters of a value. */
const [maxNamed, maxValueLength] = [3, 40];

/** What a result was made with, where that is no longer what would be called now. */
export function formerCallText({ others, since }: FormerCall): string {
  const named = others.slice(0, maxNamed).map(({ name, was }) => {
    const shown = escapeHidden(name.slice(0, maxValueLength));
    return was === undefined ? `${shown} was not set` : `${shown} was ${shownValue(was)}`;
  });
  const rest = others.length - named.length;
  return [...named, rest > 0 && `${rest} more`, since && stalenessTexts[since]]
    .filter(Boolean)
    .join(", ");
}

/** A JSON text in a few characters; a string without its quotes. */
function shownValue(text: string): string {
  const value = /^"(?:[^"\\]*)"$/.test(text) && text !== '""' ? text.slice(1, -1) : text;
  const line = escapeHidden(value.slice(0, maxValueLength + 1).replace(/\s+/g, " "));
  return value.length > maxValueLength ? `${line.slice(0, maxValueLength)}…` : line;
}

const taskStatuses: Readonly<Record<string, string>> = {
  working: "working",
  input_required: "input required",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
};

/** Characters of a state that this client does not know. */
const maxStatusLength = 60;

/** @param status as the server wrote it */
export function taskStatusText(status: string): string {
  return Object.hasOwn(taskStatuses, status)
    ? (taskStatuses[status] as string)
    : escapeHidden(status.slice(0, maxStatusLength));
}
