/** The client in a real browser that the referee judges: `npm run --silent conformance:browser -- <url>`. */
import { readJob } from "./job.ts";
import { openStage, performOnStage } from "./stage.ts";

const { env } = process;
// `npm run conformance` has one stage for all of its runs
const shared = env.CONFORMANCE_BROWSER !== undefined;
try {
  const job = readJob(process.argv.slice(2), env);
  const stage = shared ? undefined : await openStage();
  try {
    await performOnStage(job, stage?.env ?? (env as Record<string, string>));
  } finally {
    await stage?.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
