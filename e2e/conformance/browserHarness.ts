/** Starts a Chromium and serves the page for all conformance runs in a browser. */
import { type BrowserContext, chromium } from "@playwright/test";
import { createRelay } from "../../relay/server.ts";
import { chromiumArgs, ensureChromium } from "../chromium.ts";
import { buildConformancePage, conformancePageDir, entryPath } from "./buildPage.ts";
import type { Job } from "./job.ts";

export interface BrowserHarness {
  /** Environment variables by which another process finds the browser and the page. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts both. The suite's servers send no CORS headers, so the browser does not enforce CORS. */
export async function openBrowserHarness(): Promise<BrowserHarness> {
  const executablePath = await ensureChromium();
  await buildConformancePage();
  const relay = await createRelay({ port: 0, pageDir: conformancePageDir });
  const browser = await chromium.launchServer({
    executablePath,
    args: [...chromiumArgs, "--disable-web-security"],
  });
  return {
    env: { CONFORMANCE_BROWSER: browser.wsEndpoint(), CONFORMANCE_PAGE: `${relay.origin}/` },
    async close() {
      await browser.close();
      await relay.close();
    },
  };
}

/**
 * Performs a job in a new browser context with the engine of the page that is open there.
 * @param env see {@link BrowserHarness.env}
 * @throws {Error} when a step fails
 */
export async function performInBrowser(job: Job, env: BrowserHarness["env"]): Promise<void> {
  const { CONFORMANCE_BROWSER: endpoint = "", CONFORMANCE_PAGE: pageUrl = "" } = env;
  const browser = await chromium.connect(endpoint);
  let context: BrowserContext | undefined;
  try {
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(pageUrl);
    const entry = new URL(entryPath, pageUrl).href;
    await page.evaluate(
      async ([from, asked]) => {
        const { performInPage } = await import(from);
        await performInPage(asked);
      },
      [entry, job] as const,
    );
  } finally {
    await context?.close();
    await browser.close();
  }
}
