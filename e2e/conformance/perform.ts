/** Carries out a job of the referee, wherever there is a `fetch`. */
import { converse } from "./conversation.ts";
import type { Job } from "./job.ts";
import { scenarios } from "./scenarios.ts";

/** @throws {Error} when the job cannot be carried out to its end */
export async function perform(job: Job): Promise<void> {
  const steps = scenarios[job.scenario];
  if (!steps) throw new Error(`Nothing is known of the scenario ${job.scenario}.`);
  await converse(job, (...request) => globalThis.fetch(...request), steps);
}
