/** Journey: what the pages around a call look like, as far as it can be measured. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** The names of header controls and tabs that the right edge of the window cuts. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("header :is(button, input), main [role=tablist] *, main button")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
      .map((element) => element.textContent),
  );

test("tabs that do not fit are in a menu, and one that waits stays in the bar", async ({
  playground,
}) => {
  const { page, tab, main } = playground;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /^Try the demo server/ }).click();
  await playground.item("Tools", "ask_model").click();
  expect(await cut(page)).toEqual([]);

  // twice the size of text, as the browser's settings can have it
  const enlarge = (text: string) =>
    page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), text);
  await enlarge("200%");
  const more = main.getByRole("button", { name: "More tabs" }).first();
  await expect(more).toBeVisible();
  await expect(tab("History")).toBeHidden();
  await expect(tab("Call")).toBeVisible();
  await playground.showView("History");
  await expect(tab("History")).toHaveAttribute("aria-selected", "true");
  await expect(tab("History")).toBeInViewport({ ratio: 1 });
  expect(await cut(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // the arrow keys move between the tabs of the bar
  await enlarge("150%");
  await expect(tab("Call")).toBeVisible();
  await tab("History").press("ArrowLeft");
  await expect(tab("Call")).toBeFocused();
  await playground.button("Call tool").click();
  await expect(tab("Call")).toHaveText("Call1");
  await playground.showView("History");
  await expect(tab("Call")).toBeInViewport({ ratio: 1 });
  await page.getByRole("tab", { name: "Explorer" }).click();
  await expect(playground.item("Tools", "ask_model")).toHaveText(/1 waiting for you$/);
  await expect(page.getByRole("navigation", { name: "Explorer" })).toContainText("1 request");
});
