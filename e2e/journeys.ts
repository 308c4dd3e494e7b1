/** Runs the browser journeys: `npm run test:e2e`, with any arguments of Playwright's. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureChromium } from "./chromium.ts";
import { ensureBuild } from "./ensureBuild.ts";
import { projectRoot } from "./runScript.ts";

try {
  const chromium = await ensureChromium();
  await ensureBuild();
  const cli = join(projectRoot, "node_modules/@playwright/test/cli.js");
  const args = [cli, "test", "-c", "e2e/playwright.config.ts", ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    stdio: "inherit",
    env: { ...process.env, CHROMIUM_PATH: chromium },
  });
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
