/** Runs the browser journeys: `npm run test:e2e`, with any arguments of Playwright's. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { chromiumOrReason } from "./chromium.ts";
import { ensureBuild } from "./ensureBuild.ts";
import { skipReasonVariable } from "./progress/playwrightReporter.ts";
import { projectRoot } from "./runScript.ts";

try {
  const args = process.argv.slice(2);
  const env: NodeJS.ProcessEnv = { ...process.env };
  if (!args.includes("--project=other")) {
    const found = await chromiumOrReason();
    if ("path" in found) env.CHROMIUM_PATH = found.path;
    else {
      // the journeys are named, not run
      args.push("--list");
      env[skipReasonVariable] = found.reason;
    }
  }
  await ensureBuild();
  const cli = join(projectRoot, "node_modules/@playwright/test/cli.js");
  const child = spawn(process.execPath, [cli, "test", "-c", "e2e/playwright.config.ts", ...args], {
    cwd: projectRoot,
    stdio: "inherit",
    env,
  });
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
