/** The headless client that the referee judges: `npm run --silent conformance:client -- <url>`. */
import { readJob } from "./job.ts";
import { perform } from "./perform.ts";

try {
  await perform(readJob(process.argv.slice(2), process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
