/** Opens apps of a test server in a page, with origins of their own or with opaque ones. */
import { fileURLToPath } from "node:url";
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { test as base } from "./fixtures.ts";
import type { Playground } from "./playground.ts";

const program = fileURLToPath(new URL("./servers/apps/apps.ts", import.meta.url));

/** The command of the server whose tools have apps. */
export const appsCommand = `node ${program}`;

/**
 * The console and the requests of apps are theirs, so errors in them are not errors of the page. What
 * reaches a host other than this machine is collected instead.
 */
export const test = base.extend<{ readonly leaks: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  watched: async ({}, use) => use({ allow() {}, complaints: () => [] }),
  leaks: async ({ context }, use) => {
    const leaks: string[] = [];
    const isElsewhere = ({ hostname }: URL) => !/(^|\.)localhost$|^127\.0\.0\.1$/.test(hostname);
    await context.route(isElsewhere, (route) => {
      leaks.push(route.request().url());
      return route.abort();
    });
    await use(leaks);
  },
});

export { expect };

/** Calls a tool, whose app is shown first; returns the document of the app. */
export async function openApp(playground: Playground, tool: string): Promise<FrameLocator> {
  await playground.open("Tools", tool);
  await playground.button("Call tool").click();
  await showSteps(playground);
  return appIn(playground, tool);
}

/** Shows the list of the steps to the app, which is shown without a press. */
export async function showSteps({ result }: Pick<Playground, "result">): Promise<void> {
  await expect(result.getByRole("radio", { name: "App" })).toBeChecked();
  await openSteps(result);
}

/** Opens the list of the steps to the app, however late the app's code arrives. */
export async function openSteps(result: Locator): Promise<void> {
  const steps = result.getByRole("button", { name: "Why blank?" });
  // it opens by itself when a step fails
  await expect(async () => {
    const isClosed = (await steps.getAttribute("aria-expanded", { timeout: 5_000 })) === "false";
    if (isClosed) await steps.click({ timeout: 5_000 });
    expect(await steps.getAttribute("aria-expanded")).toBe("true");
  }).toPass({ timeout: 60_000 });
}

/**
 * The frames of a tool's apps that are shown. The app of an earlier call is in the page, hidden,
 * until it has been closed.
 */
export function shownFrames(page: Page, tool: string): Locator {
  return page.locator(`iframe[title="App: ${tool}"]:not([hidden])`);
}

/**
 * The document of an app: inside the sandbox page.
 * @param index which of those that are shown, where there are several
 */
export function appIn(playground: Playground, tool: string, index?: number): FrameLocator {
  const frames = shownFrames(playground.page, tool);
  const frame = index === undefined ? frames : frames.nth(index);
  return frame.contentFrame().frameLocator("iframe");
}

/** The item of the checklist, by its name. */
export function step(playground: Playground, name: string) {
  return playground.result
    .getByRole("list", { name: "Why blank?" })
    .getByRole("listitem")
    .filter({ hasText: name });
}

/**
 * Waits for a text in an app that is replaced meanwhile. An assertion of Playwright fails at once,
 * whatever its timeout, if the process of the frame ends while it looks.
 */
export async function expectText(element: Locator, text: string): Promise<void> {
  await expect(() => expect(element).toHaveText(text, { timeout: 5000 })).toPass({
    timeout: 30_000,
  });
}
