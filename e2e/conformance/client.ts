/** The headless client, as the conformance suite starts it: `npm run --silent conformance:client -- <url>`. */
import { readJob } from "./job.ts";
import { perform } from "./perform.ts";

try {
  await perform(readJob(process.argv.slice(2), process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
