/** Describes the outcome of the requests of a replay. */
import type { countStates, ReplayStepState } from "../store/replay/replays.ts";

interface ReplayStepText {
  readonly text: string;
  readonly tone: "neutral" | "accent" | "warning" | "violation";
}

/** @param state undefined for a request that was not replayed yet */
export function replayStepText(state: ReplayStepState | undefined): ReplayStepText | undefined {
  switch (state?.kind) {
    case undefined:
      return undefined;
    case "running":
      return { text: "running", tone: "accent" };
    case "answered":
      if (state.isSame === undefined) return { text: "no recorded answer", tone: "neutral" };
      return state.isSame
        ? { text: "same", tone: "neutral" }
        : { text: "differs", tone: "warning" };
    case "failed":
      return { text: "failed", tone: "violation" };
    case "cancelled":
      return { text: "stopped", tone: "neutral" };
    case "not-sent":
      return { text: "not sent", tone: "warning" };
  }
}

/** @returns for example “3 same, 1 differs, 0 failed” */
export function summaryText(counts: ReturnType<typeof countStates>): string {
  const { same, differs, failed, notSent, notRecorded } = counts;
  const differ = `${differs} ${differs === 1 ? "differs" : "differ"}`;
  return [
    `${same} same`,
    differ,
    `${failed} failed`,
    ...(notSent > 0 ? [`${notSent} not sent`] : []),
    ...(notRecorded > 0 ? [`${notRecorded} without a recorded answer`] : []),
  ].join(", ");
}

export const maskedRequestText =
  "Values of this request are masked in the recording, so it cannot be sent as it was. Open it in the Composer and fill them in.";

export const duplicateNameText =
  "A name is twice in an object of this request, so the server may read another call than the one shown here. Open it in the Composer to send it as it was.";
