/** Performs a scenario's steps in any environment with `fetch`. */
import { systemClock } from "../../shared/core/clock.ts";
import { createEventLog } from "../../shared/log/eventLog.ts";
import { createRecorder } from "../../shared/log/recorder.ts";
import { authorizationOf, type Consent, headlessConsent, refusals } from "./consent.ts";
import { converse } from "./conversation.ts";
import type { Job } from "./job.ts";
import { stepsOf } from "./scenarios.ts";

/**
 * @param consent opens the authorization endpoint and returns its redirect
 * @throws {Error} when a step fails, or something that must be refused was accepted
 */
export async function perform(job: Job, consent?: Consent): Promise<void> {
  const steps = stepsOf(job.scenario);
  if (!steps) throw new Error(`No steps are defined for the scenario ${job.scenario}.`);
  const fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);
  const record = createRecorder(createEventLog({ now: systemClock.now }), "conformance");
  const authorizer = authorizationOf(job, fetch, record, consent ?? headlessConsent(fetch));
  const done = converse(job, { fetch, record, authorizer }, steps);
  const expected = refusals[job.scenario];
  if (expected === undefined) return done;

  await done.then(
    () => Promise.reject(new Error(`The client continued despite ${expected}.`)),
    () => undefined,
  );
  const failed = authorizer.flow.get().steps.flatMap(({ state }) => {
    return state.kind === "failed" ? [state.problem.code] : [];
  });
  if (!failed.includes(expected)) {
    throw new Error(`It stopped at ${failed.join(", ") || "nothing"} instead of ${expected}.`);
  }
}
