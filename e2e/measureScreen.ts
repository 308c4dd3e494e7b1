/** Measures one screen in windows of several sizes and in both themes, on a page that stays open. */
import { expect, type Page } from "@playwright/test";
import { seriousFindings, show } from "./axe.ts";
import {
  cutControls,
  cutText,
  isMonoSentence,
  longMotions,
  misplacedLabels,
  severalPrimaries,
  sizes,
  smallTargets,
  textStyles,
  unseenFocus,
  wordlessButtons,
} from "./lookMeasures.ts";
import type { Playground } from "./playground.ts";

/** A window in which screens are measured. */
export interface MeasuredWindow {
  /** CSS pixels inside. */
  readonly width: number;
  readonly height: number;
  /** In which axe examines the page, which takes most of the time of a measurement. */
  readonly themes: readonly ("light" | "dark")[];
  /** The least size in pixels of what is pressed. */
  readonly target: 24 | 44;
}

/** A screen of the page, and how to get to it from the one before it in a list. */
export interface MeasuredScreen {
  /** Names it in a failure. */
  readonly name: string;
  /** What a window shows of it that has room for one pane. */
  readonly pane?: "Explorer" | "Workbench" | "Traffic";
  /** A dialog or a view whose names and colours do not depend on the window: axe examines it on a phone. */
  readonly isPart?: boolean;
  open(playground: Playground): Promise<void>;
  /** What else holds in each window. */
  also?(playground: Playground, window: MeasuredWindow): Promise<void>;
}

/** Opens the screen and measures it; findings fail the test at its end. */
export async function measureScreen(
  playground: Playground,
  screen: MeasuredScreen,
  windows: readonly [MeasuredWindow, ...MeasuredWindow[]],
): Promise<void> {
  const { page } = playground;
  await page.setViewportSize(windows[0]);
  await screen.open(playground);
  await page.waitForFunction(isNothingHeldBack);
  const [first, ...others] = windows;
  const isOnPhone = first.target === 44;
  const chosen = screen.isPart
    ? [{ ...first, themes: isOnPhone ? first.themes : [] }]
    : [first, ...others];
  // the page goes on while it is measured: without motion no colour is in transition then
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const window of chosen) {
    await page.setViewportSize(window);
    if (screen.pane) await show(playground, screen.pane);
    const found = [...(await layoutFindings(page, window)), ...(await axeFindings(page, window))];
    expect.soft(found, `${screen.name}, ${window.width}×${window.height}`).toEqual([]);
    await screen.also?.(playground, window);
  }
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect.soft(await page.evaluate(longMotions, 150), screen.name).toEqual([]);
}

/**
 * On a touch screen, react-aria hides a dialog with a field until the keyboard of the screen is open,
 * or for 600 ms.
 */
function isNothingHeldBack(): boolean {
  return document.querySelector('[style*="mask-image"][style*="opacity: 0"]') === null;
}

async function layoutFindings(page: Page, { target }: MeasuredWindow): Promise<string[]> {
  const texts = await page.evaluate(textStyles);
  const textOf = ({ text, size }: (typeof texts)[number]) => `${text}, ${size} px`;
  // the last key decides whether the focus is shown
  await page.keyboard.press("Shift");
  const measures = {
    "overflow sideways": await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px`] : [];
    }),
    "cut by the window": await page.evaluate(cutControls),
    "cut letters": await page.evaluate(cutText),
    "small target": await page.evaluate(smallTargets, target),
    "long motion": await page.evaluate(longMotions, 1),
    // touch has larger text
    "size of text":
      target === 44 ? [] : texts.filter(({ size }) => !sizes.includes(size)).map(textOf),
    ligatures: texts.filter(({ isMono, ligatures }) => isMono && ligatures !== "none").map(textOf),
    "sentence in the font of code": texts.filter(isMonoSentence).map(textOf),
    "icon without a word": await page.evaluate(wordlessButtons),
    "several blue buttons": await page.evaluate(severalPrimaries),
    // 26rem, as in the style sheets
    "label of a field": await page.evaluate(misplacedLabels, 416),
    "focus not shown": await page.evaluate(unseenFocus),
  };
  return Object.entries(measures).flatMap(([measure, found]) =>
    found.map((one) => `${measure}: ${one}`),
  );
}

async function axeFindings(page: Page, { themes }: MeasuredWindow): Promise<string[]> {
  const findings: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    // the theme changes colours only
    const rules = theme === "dark" ? ["color-contrast"] : undefined;
    findings.push(...(await seriousFindings(page, rules)).map((found) => `${theme}: ${found}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  return findings;
}
