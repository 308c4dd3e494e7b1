/** Configures Playwright for the browser journeys. */
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { chromiumArgs, findChromium } from "./chromium.ts";
import { resultsVariable } from "./progress/progress.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  projects: [
    { name: "chromium", testIgnore: join(import.meta.dirname, "browsers/**") },
    // browsers that Playwright cannot control
    { name: "other", testDir: "browsers", fullyParallel: true },
  ],
  outputDir: "../test-results",
  reporter: process.env[resultsVariable] ? "./progress/playwrightReporter.ts" : "list",
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Generous: they end a test that hangs, and must not fail a slow machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    locale: "en-US",
    permissions: ["clipboard-read", "clipboard-write"],
    // Tracing costs a fifth of a journey's time: `--trace on` records one.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      args: [...chromiumArgs],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});
