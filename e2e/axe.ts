/** Checks a screen: no serious axe finding, no horizontal scrolling. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "@playwright/test";
import type { Playground } from "./playground.ts";

/** On a narrow screen one pane is shown at a time, chosen at the foot. */
export async function show(playground: Playground, pane: "Explorer" | "Workbench" | "Traffic") {
  const tab = playground.tab(pane);
  if (await tab.isVisible()) await tab.click();
}

/** Looks at the page as it stands; what is wrong fails the test at its end. */
export async function check(playground: Playground, screen: string) {
  const { violations } = await new AxeBuilder({ page: playground.page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
  expect.soft(serious, screen).toEqual([]);
  const overflow = await playground.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${screen}: sideways overflow`).toBe(0);
}
