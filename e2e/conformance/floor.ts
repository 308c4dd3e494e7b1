/** Reads how often each check must succeed; the suite itself requires less. */
import { readFileSync } from "node:fs";
import type { Trial, Verdict } from "./suite.ts";

/** Minimum successes of each check, by revision, scenario and check id. */
type Floor = Readonly<Record<string, Readonly<Record<string, Verdict["earned"]>>>>;

const floor = JSON.parse(readFileSync(new URL("floor.json", import.meta.url), "utf8")) as Floor;

/** Every trial that has a floor. */
export const trials: readonly Trial[] = Object.entries(floor).flatMap(([revision, scenarios]) =>
  Object.keys(scenarios).map((scenario) => ({ scenario, revision })),
);

/** Minimum successes of a trial's checks. */
export function floorOf({ scenario, revision }: Trial): Verdict["earned"] {
  return floor[revision]?.[scenario] ?? {};
}

/** Describes each check below its minimum. */
export function missing(trial: Trial, earned: Verdict["earned"]): string[] {
  return Object.entries(floorOf(trial))
    .filter(([id, times]) => (earned[id] ?? 0) < times)
    .map(([id, times]) => `${id}: ${earned[id] ?? 0} of ${times}`);
}

/** Trials of the suite's list without a floor. */
export function withoutFloor(listed: readonly Trial[]): readonly Trial[] {
  return listed.filter(({ scenario, revision }) =>
    revision === "extension"
      ? !trials.some((trial) => trial.scenario === scenario)
      : Object.keys(floorOf({ scenario, revision })).length === 0,
  );
}
