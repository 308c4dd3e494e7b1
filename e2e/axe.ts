/** Checks a screen in both themes: no serious axe finding, no horizontal scrolling. */
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { compactQuery } from "../web/platform/compactQuery.ts";
import type { Playground } from "./playground.ts";

/** The sizes at which screens are checked. */
export const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

/** In a compact window one pane is shown at a time, chosen at the foot; waits until a change of its size shows. */
export async function show(playground: Playground, pane: "Explorer" | "Workbench" | "Traffic") {
  const tab = playground.tab(pane);
  const { page } = playground;
  const isCompact = await page.evaluate((query) => matchMedia(query).matches, compactQuery);
  if (isCompact) await tab.click();
  else await expect(tab).toBeHidden();
}

/**
 * Checks the page as it is now, in the light and the dark theme; findings fail the test at its end.
 * @param screen names the screen in a failure
 */
export async function check({ page }: Playground, screen: string) {
  // the page goes on while axe looks at it: without motion no colour is in transition then
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect.soft(await seriousFindings(page), screen).toEqual([]);
  // the theme changes colours only
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await seriousFindings(page, ["color-contrast"]), `${screen}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${screen}: sideways overflow`).toBe(0);
}

/** Rules of less weight that hold on every screen, too. */
const wanted = ["landmark-one-main"];

/**
 * What axe finds in the page as it is now.
 * @param rules all rules by default
 */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  // a colour in a transition that began before has the contrast of neither end
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
  // once per document: parsing it takes longer than most checks
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (only) => {
      const { axe } = window as unknown as { readonly axe: typeof import("axe-core") };
      // results of other types are not needed, and take two thirds of the time
      const options = { resultTypes: ["violations" as const], ...(only ? { runOnly: only } : {}) };
      const found = await axe.run(document, options);
      return found.violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.map(({ html }) => html.slice(0, 200)),
      }));
    },
    rules && { type: "rule" as const, values: rules },
  );
  return violations
    .filter(
      ({ id, impact }) => wanted.includes(id) || impact === "serious" || impact === "critical",
    )
    .flatMap(({ id, nodes }) => nodes.map((html) => `${id}: ${html}`));
}
