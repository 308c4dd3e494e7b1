/** Playwright fixtures of all journeys: a relay, real servers, and a page that is monitored. */
import { randomBytes } from "node:crypto";
import { test as base, expect, type Page } from "@playwright/test";
import { createRelay, type Relay } from "../relay/server.ts";
import { pageDir } from "./ensureBuild.ts";
import { createPlayground, type Playground } from "./playground.ts";
import { type EverythingServer, startEverything } from "./servers/everything.ts";
import { type BadServer, startBadServer } from "./servers/misbehaving/bad.ts";
import { type Watch, watch } from "./watch.ts";

export interface WorkerFixtures {
  /** A relay that serves the built page on a free port. */
  readonly relay: Pick<Relay, "url" | "origin" | "createLink">;
  /** The official example server over Streamable HTTP. */
  readonly everything: EverythingServer;
  /** A server whose path selects how it fails. */
  readonly bad: BadServer;
}

export interface TestFixtures {
  /** Fails the test on console errors and unexpected requests; `allow` adds servers. */
  readonly watched: Watch;
  /** The page, open at the relay's link. */
  readonly playground: Playground;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  relay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const relay = await createRelay({
        port: 0,
        pageDir,
        deviceKey: randomBytes(32),
        blobs: true,
      });
      await use(relay);
      await relay.close();
    },
    { scope: "worker" },
  ],
  everything: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const server = await startEverything();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  bad: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const server = await startBadServer();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  watched: [
    async ({ context, relay, everything, bad }, use) => {
      const watched = watch(context, [relay.url, relay.origin, everything.url, bad.url("pages")]);
      await use(watched);
      expect(watched.complaints()).toEqual([]);
    },
    { auto: true },
  ],
  playground: async ({ page, relay, watched: _ }, use) => {
    await page.goto(relay.createLink());
    // other journeys test actions before the page's code runs
    await page.locator("#shell").waitFor({ state: "detached" });
    await use(createPlayground(page));
  },
});

/** Waits until the page has loaded what it preloads, after a connection or the first key or press. */
export async function whenPreloaded(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("preloaded").length > 0);
}

/** Waits until everything is stored that a reload restores. */
export async function whenStored(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("stored").length > 0);
}

export { expect };
