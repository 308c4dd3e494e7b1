/** Journey: the page is painted before its code, loses nothing that is typed, and stays small. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { createPlayground } from "./playground.ts";

/** Kilobytes of 1000 bytes that the first load may take on the wire. */
const maxKilobytes = 210;
/** The page, its code, and one to spare. */
const maxRequests = 3;

/** Maximum number of elements of the empty page: a third above the current number. */
const maxElements = 250;

/** Holds the page's code back until it is released. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/page-/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Everything visible, with its role, name and box in whole pixels. */
const shown = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("header,nav,main,section,h1,p,a,button,input,[role=tab],svg")]
      .filter((element) => element.getClientRects().length > 0 && !element.closest("[inert]"))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const words = element.getAttribute("aria-label") ?? element.textContent.trim();
        return {
          name: `${element.tagName} ${element.getAttribute("role")} ${words}`,
          box: [x, y, width, height],
        };
      })
      // the page's code looks for the relay
      .filter(({ name }) => !name.includes("Relay")),
  );

test("what is typed and entered before the code arrives is kept", async ({
  page,
  relay,
  everything,
}) => {
  const release = await holdCode(page);
  await page.goto(relay.createLink(), { waitUntil: "commit" });
  const playground = createPlayground(page);
  await expect(playground.server).toBeFocused();
  await page.keyboard.type(everything.url);
  await page.keyboard.press("Enter");
  release();
  await expect(playground.status).toContainText("Connected");
  await expect(playground.server).toHaveValue(everything.url);
  await expect(playground.item("Tools", "echo")).toBeVisible();
  expect(page.url()).not.toMatch(/[#&]k=/);
});

test("a button that is pressed before the code arrives works", async ({ page, relay }) => {
  const release = await holdCode(page);
  await page.goto(relay.createLink(), { waitUntil: "commit" });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  release();
  await expect(page.getByRole("dialog", { name: "Share session" })).toBeVisible();
});

test("switches and starters that are pressed before the code arrives work", async ({
  page,
  relay,
}) => {
  const playground = createPlayground(page);
  const settings = page.getByRole("dialog", { name: "Settings" });
  const presses: readonly (readonly [name: RegExp, effect: () => Promise<void>])[] = [
    [/^Try the demo server/, () => expect(playground.status).toContainText("Connected")],
    [/^Settings$/, () => expect(settings).toBeVisible()],
  ];
  for (const [name, effect] of presses) {
    const release = await holdCode(page);
    await page.goto(relay.origin, { waitUntil: "commit" });
    await page.getByRole("button", { name }).click();
    release();
    await page.locator("#shell").waitFor({ state: "detached" });
    await effect();
    await page.unrouteAll();
  }
});

test("a list that is opened before the code arrives is shown, and chosen from", async ({
  page,
  relay,
}) => {
  const release = await holdCode(page);
  await page.goto(relay.origin, { waitUntil: "commit" });
  const revision = page.getByRole("combobox", { name: "Protocol revision" });
  await revision.click();
  release();
  await page.getByRole("option", { name: "2025-06-18" }).click();
  await expect(revision).toHaveText("2025-06-18");
});

const looks = [
  { size: [1440, 900], stored: undefined },
  { size: [1024, 768], stored: undefined },
  { size: [390, 844], stored: undefined },
  { size: [720, 450], stored: undefined },
  { size: [1440, 900], stored: { "mcp-playground.theme": "dark" } },
  {
    size: [800, 700],
    stored: { "mcp-playground.theme": "dark", "mcp-playground.density": "comfortable" },
  },
] as const;

test("the static page and the rendered one agree in every name and box", async ({
  browser,
  relay,
}) => {
  for (const { size, stored } of looks) {
    const [width, height] = size;
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    if (stored) {
      await page.addInitScript((values) => {
        for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
      }, stored);
    }
    const release = await holdCode(page);
    await page.goto(relay.createLink(), { waitUntil: "commit" });
    await expect(createPlayground(page).server).toBeFocused();
    const look = () => page.evaluate(() => getComputedStyle(document.body).colorScheme);
    const [before, scheme] = [await shown(page), await look()];
    expect(scheme).toBe(stored ? "dark" : "light dark");
    release();
    await page.locator("#shell").waitFor({ state: "detached" });
    const after = await shown(page);
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    for (const [index, { name, box }] of after.entries()) {
      for (const [side, value] of box.entries()) {
        expect(Math.abs(value - (before[index]?.box[side] ?? -1)), `${name} ${side}`).toBeLessThan(
          1,
        );
      }
    }
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const entries = list.getEntries() as (PerformanceEntry & { value: number })[];
            resolve(entries.reduce((sum, { value }) => sum + value, 0));
          }).observe({ type: "layout-shift", buffered: true });
          // the observer is not called if nothing shifted
          requestAnimationFrame(() => setTimeout(() => resolve(0), 100));
        }),
    );
    expect(shift).toBe(0);
    await context.close();
  }
});

test("the first load is small and compressed, and a second visit transfers nothing", async ({
  page,
  relay,
}) => {
  const visit = async () => {
    await page.goto("about:blank");
    await page.goto(relay.createLink());
    await page.locator("#shell").waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
    return await page.evaluate(() =>
      [
        ...performance.getEntriesByType("navigation"),
        ...performance.getEntriesByType("resource"),
      ].map((entry) => {
        const { name, transferSize, encodedBodySize, decodedBodySize } =
          entry as PerformanceResourceTiming;
        return { name, transferSize, encodedBodySize, decodedBodySize };
      }),
    );
  };
  const first = (await visit()).filter(({ name }) => !name.includes("/api/"));
  expect(first.map(({ name }) => name).length).toBeLessThanOrEqual(maxRequests);
  const bytes = first.reduce((sum, { transferSize }) => sum + transferSize, 0);
  expect(bytes / 1000).toBeLessThan(maxKilobytes);
  for (const { name, encodedBodySize, decodedBodySize } of first) {
    if (decodedBodySize > 2000) expect(encodedBodySize, name).toBeLessThan(decodedBodySize / 2);
  }
  const second = await visit();
  const assets = second.filter(({ name }) => name.includes("/assets/"));
  expect(assets).not.toEqual([]);
  expect(assets.filter(({ transferSize }) => transferSize > 0)).toEqual([]);
});

test("the first load renders few elements", async ({ playground }) => {
  const { page } = playground;
  await page.waitForLoadState("networkidle");
  expect(await page.locator("*").count()).toBeLessThanOrEqual(maxElements);
});
