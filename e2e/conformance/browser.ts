/** The client in a real browser, as the conformance suite starts it: `npm run --silent conformance:browser -- <url>`. */

import { openBrowserHarness, performInBrowser } from "./browserHarness.ts";
import { readJob } from "./job.ts";

const { env } = process;
// `npm run conformance` shares one browser between all runs
const shared = env.CONFORMANCE_BROWSER !== undefined;
try {
  const job = readJob(process.argv.slice(2), env);
  const harness = shared ? undefined : await openBrowserHarness();
  try {
    await performInBrowser(job, harness?.env ?? (env as Record<string, string>));
  } finally {
    await harness?.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
