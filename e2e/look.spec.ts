/** Journey: how the page looks, as far as it can be measured: type, header, explorer, small windows. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** Sizes in pixels of all text that is shown; the start page has one more for its headline. */
const sizes = [10, 11, 11.5, 12, 12.5, 13, 15, 20];

const shownText = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: { text: string; size: number; isMono: boolean; ligatures: string }[] = [];
    while (walker.nextNode()) {
      const { parentElement: element, textContent } = walker.currentNode;
      if (!element?.checkVisibility() || !textContent?.trim()) continue;
      const { fontSize, fontFamily, fontVariantLigatures } = getComputedStyle(element);
      found.push({
        text: textContent.trim().slice(0, 40),
        size: Number.parseFloat(fontSize),
        isMono: fontFamily.includes("monospace"),
        ligatures: fontVariantLigatures,
      });
    }
    return found;
  });

test("type, marks of the explorer and the header keep to their sizes", async ({ playground }) => {
  const { page } = playground;
  const start = await shownText(page);
  expect(start.filter(({ size }) => ![...sizes, 26].includes(size))).toEqual([]);
  // one page: no pane, no filter
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await expect(playground.region("Traffic")).toHaveCount(0);

  await page.getByRole("button", { name: /^Try the demo server/ }).click();
  await playground.open("Tools", "echo");
  const texts = await shownText(page);
  expect(texts.filter(({ size }) => !sizes.includes(size))).toEqual([]);
  expect(texts.filter(({ isMono, ligatures }) => isMono && ligatures !== "none")).toEqual([]);

  // a title that repeats the name is not shown
  await expect(playground.item("Tools", "echo")).toHaveText("echo");
  await expect(playground.item("Tools", "add")).toHaveText(/Add numbers/);
  const outside = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll("[role=option] :is(svg, img)")].filter((mark) => {
          const row = mark.closest("[role=option]")?.getBoundingClientRect();
          const box = mark.getBoundingClientRect();
          return !row || box.left < row.left || box.right > row.right || box.width < 1;
        }).length,
    );
  const line = page.getByRole("separator", { name: "Resize explorer" });
  await line.press("Home");
  await expect.poll(async () => (await page.locator("#explorer").boundingBox())?.width).toBe(180);
  expect(await outside()).toBe(0);
  await line.press("End");
  expect(await outside()).toBe(0);
});

test("nothing is cut at the right edge of a small window", async ({ playground }) => {
  const { page } = playground;
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow()).toBe(0);
  await page.getByRole("button", { name: /^Try the demo server/ }).click();
  await playground.open("Tools", "echo");
  for (const [width, height] of [
    [390, 844],
    [720, 450],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(playground.button("Call tool")).toBeInViewport({ ratio: 1 });
    expect(await overflow()).toBe(0);
    const header = await page.getByRole("banner").boundingBox();
    expect(header?.height).toBeLessThan(90);
  }
});
