/** Measures how a page looks: functions that a journey runs in the page, and what they may return. */

/** Sizes in pixels of all text that is shown; the start page has one more for its headline. */
export const sizes: readonly number[] = [10, 11, 11.5, 12, 12.5, 13, 15, 20];

/** Whether words are in the font of what was on the wire. */
export function isMonoSentence({
  text,
  isMono,
}: {
  readonly text: string;
  readonly isMono: boolean;
}) {
  return isMono && /^[A-Z]?[a-z]+ [a-z]+ [a-z]+ [a-z]/.test(text);
}

/** The font of every text that is shown. */
export function textStyles() {
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
}

/**
 * What can be pressed and is smaller than it should be; links in a text are as high as its lines.
 * @param least CSS pixels
 */
export function smallTargets(least: number): string[] {
  const pressable =
    "button, [role=button], [role=tab], [role=option], [role=combobox], label:has(input), input:not(label input), textarea";
  return [...document.querySelectorAll(pressable)].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    // those of one pixel are for assistive technology
    const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 2;
    const isHidden = !isShown || element.closest("[style*='clip'], .monaco-editor") !== null;
    const isSmall = width < least - 0.5 || height < least - 0.5;
    const name = element.getAttribute("aria-label") ?? element.textContent;
    return !isHidden && isSmall ? [`${name} ${Math.round(width)}×${Math.round(height)}`] : [];
  });
}

/** Transitions and animations, in milliseconds, that last longer than allowed; spinners go on. */
export function longMotions(most: number): string[] {
  const ms = (times: string) =>
    Math.max(
      ...times.split(",").map((time) => Number.parseFloat(time) * (/ms/.test(time) ? 1 : 1000)),
    );
  return [...document.querySelectorAll("*")].flatMap((element) => {
    const style = getComputedStyle(element);
    const isSpinner = style.animationIterationCount === "infinite";
    const longest = Math.max(
      ms(style.transitionDuration),
      isSpinner ? 0 : ms(style.animationDuration),
    );
    return longest > most ? [`${element.tagName} ${element.className} ${longest} ms`] : [];
  });
}
