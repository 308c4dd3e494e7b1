/** Measures how a page looks: functions that a journey runs in the page, and what they may return. */

/** Sizes in pixels of all text that is shown; the last one is that of the start page's headline. */
export const sizes: readonly number[] = [10, 11, 11.5, 12, 12.5, 13, 15, 20, 26];

interface TextStyle {
  readonly text: string;
  /** Pixels. */
  readonly size: number;
  readonly isMono: boolean;
  readonly ligatures: string;
  /** Whether it is in a table or tree, which show what was on the wire. */
  readonly isData: boolean;
}

/** Whether words of the page are in the font of what was on the wire. */
export function isMonoSentence({ text, isMono, isData }: TextStyle): boolean {
  return isMono && !isData && /^[A-Z]?[a-z]+ [a-z]+ [a-z]+ [a-z]/.test(text);
}

/** The font of every text that is shown. */
export function textStyles(): TextStyle[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: TextStyle[] = [];
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    if (!element?.checkVisibility() || !textContent?.trim()) continue;
    const { fontSize, fontFamily, fontVariantLigatures } = getComputedStyle(element);
    found.push({
      text: textContent.trim().slice(0, 40),
      size: Number.parseFloat(fontSize),
      isMono: fontFamily.includes("monospace"),
      ligatures: fontVariantLigatures,
      isData: element.closest("table, [role=table], [role=tree]") !== null,
    });
  }
  return found;
}

/**
 * What can be pressed and is smaller than it should be; links in a text are as high as its lines.
 * The letters are narrowed meanwhile: the width of a label depends on the fonts of the machine.
 * @param least CSS pixels
 */
export function smallTargets(least: number): string[] {
  const pressable =
    "button, [role=button], [role=tab], [role=option], [role=combobox], label:has(input), input:not(label input), textarea";
  document.documentElement.style.setProperty("letter-spacing", "-1px");
  const small = [...document.querySelectorAll(pressable)].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    // those of one pixel are for assistive technology
    const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 2;
    const isHidden = !isShown || element.closest("[style*='clip'], .monaco-editor") !== null;
    const isSmall = width < least - 0.5 || height < least - 0.5;
    const name = element.getAttribute("aria-label") ?? element.textContent;
    return !isHidden && isSmall ? [`${name} ${Math.round(width)}×${Math.round(height)}`] : [];
  });
  document.documentElement.style.removeProperty("letter-spacing");
  return small;
}

/** Transitions and animations, in milliseconds, that last longer than allowed; spinners go on. */
export function longMotions(most: number): string[] {
  const ms = (times: string) =>
    Math.max(
      ...times.split(",").map((time) => Number.parseFloat(time) * (/ms/.test(time) ? 1 : 1000)),
    );
  return [...document.querySelectorAll("*")].flatMap((element) => {
    // Monaco has its own
    if (element.closest(".monaco-editor")) return [];
    const style = getComputedStyle(element);
    const isSpinner = style.animationIterationCount === "infinite";
    const longest = Math.max(
      ms(style.transitionDuration),
      isSpinner ? 0 : ms(style.animationDuration),
    );
    return longest > most ? [`${element.tagName} ${element.className} ${longest} ms`] : [];
  });
}

/** Text of which a box shows only a part of the letters, and which neither scrolls nor has an ellipsis. */
export function cutText(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const cut = new Set<string>();
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const { parentElement: parent } = node;
    if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (!node.textContent?.trim() || parent.closest(".monaco-editor, [style*='clip']")) continue;
    range.selectNodeContents(node);
    // the space above and below letters may be cut
    const slack = Number.parseFloat(getComputedStyle(parent).fontSize) * 0.2 + 1;
    const lines = [...range.getClientRects()];
    const hasEllipsis = ({ textOverflow, display, overflowX }: CSSStyleDeclaration) =>
      textOverflow === "ellipsis" && display !== "inline" && overflowX !== "visible";
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.position === "absolute" && style.clipPath !== "none") break;
      const { left, right, top, bottom, width } = box.getBoundingClientRect();
      if (width <= 1) break;
      // what scrolls, and what fades out until the user asks for all of it
      if (/auto|scroll/.test(style.overflow) || style.maskImage !== "none") break;
      const clips = (overflow: string) => /hidden|clip/.test(overflow);
      for (const line of lines) {
        const isPartHigh =
          clips(style.overflowY) &&
          ((line.bottom > bottom + slack && line.top < bottom - slack) ||
            (line.top < top - slack && line.bottom > top + slack));
        const isPartWide =
          clips(style.overflowX) &&
          !hasEllipsis(style) &&
          ((line.right > right + 1 && line.left < right - 1) ||
            (line.left < left - 1 && line.right > left + 1));
        if (isPartHigh || isPartWide) {
          cut.add(`${node.textContent.trim().slice(0, 40)} in ${box.tagName} ${box.className}`);
        }
      }
      // what is beyond an ellipsis is not drawn
      if (hasEllipsis(style)) break;
    }
  }
  return [...cut];
}

/** Controls that the edges of the window cut, outside of what scrolls sideways. */
export function cutControls(): string[] {
  const controls = "button, input, textarea, [role=tab], [role=combobox], [role=switch]";
  const isInScroller = (element: Element) => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
    }
    return false;
  };
  return [...document.querySelectorAll(controls)].flatMap((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    const isCut = right > innerWidth + 0.5 || left < -0.5;
    const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 2;
    if (!isCut || !isShown || isInScroller(element)) return [];
    return [`${element.getAttribute("aria-label") ?? element.textContent} ${left}–${right}`];
  });
}

/** Controls that look the same with and without the focus of the keyboard. */
export async function unseenFocus(): Promise<string[]> {
  const focusable =
    "button, input, textarea, select, a[href], [tabindex='0'], [role=tab][tabindex='0']";
  /** A field shows its focus at its frame, a few elements around it. */
  const above = ({ parentElement: box }: Element, steps = 4): Element[] =>
    box && steps > 0 ? [box, ...above(box, steps - 1)] : [];
  const look = (element: Element) =>
    [element, ...above(element), ...(element.parentElement?.children ?? [])]
      .flatMap((each) =>
        [null, "::before", "::after"].map((pseudo) => getComputedStyle(each, pseudo)),
      )
      .map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor])
      .join("\n");
  const unseen: string[] = [];
  const frame = () => new Promise(requestAnimationFrame);
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) focused.blur();
  await frame();
  for (const element of document.querySelectorAll<HTMLElement>(focusable)) {
    if (
      element.tabIndex < 0 ||
      element.matches(":disabled") ||
      element.closest("[inert], .monaco-editor")
    )
      continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const before = look(element);
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) continue;
    // what React draws comes with the next frame
    if (look(element) === before) await frame();
    if (look(element) === before) unseen.push(element.outerHTML.slice(0, 200));
    element.blur();
    // React draws what follows from an event in a microtask
    await Promise.resolve();
  }
  // dialogs close when the focus leaves them
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return unseen;
}

/** Buttons that show an icon alone, other than one that everybody knows: close, more, order, reload, panes, clearing a list. */
export function wordlessButtons(): string[] {
  const known =
    /lucide-(x|ellipsis|arrow-up|arrow-down|chevron-\w+|rotate-cw|refresh-cw|panel-[\w-]+|columns-2|rows-2|maximize-2|minimize-2|settings|list-x)\b/;
  return [...document.querySelectorAll<HTMLElement>("button, [role=button]")].flatMap((element) => {
    const icon = element.querySelector("svg")?.getAttribute("class");
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isForEyes = isShown && element.getBoundingClientRect().width > 2;
    if (!icon || known.test(icon) || !isForEyes || element.innerText.trim() !== "") return [];
    // the button at the end of a field, and the header of a window without room for its words
    if (element.parentElement?.querySelector("input")) return [];
    if (element.closest("header") && innerWidth < 1100) return [];
    const words = element.querySelector("span");
    if (words && getComputedStyle(words, "::before").content !== "none") return [];
    return [element.getAttribute("aria-label") ?? element.outerHTML.slice(0, 120)];
  });
}

/** Panes, and requests that wait for the user, with several blue buttons. */
export function severalPrimaries(): string[] {
  const panes = "header, nav, main, [role=dialog], [role=alertdialog], section[aria-label=Traffic]";
  const found = new Map<Element | null, string[]>();
  for (const button of document.querySelectorAll("button[class*=_primary_]")) {
    if (!button.checkVisibility({ visibilityProperty: true })) continue;
    // that of a request that waits is within a card of its own in the pane
    const pane = button.closest(`${panes}, section[class*=_request_]`);
    found.set(pane, [...(found.get(pane) ?? []), button.textContent]);
  }
  return [...found.values()].filter(({ length }) => length > 1).map((names) => names.join(", "));
}

/**
 * Labels that are not beside their control although the form has room for it, or beside it without.
 * @param least the width in CSS pixels from which a form has room
 */
export function misplacedLabels(least: number): string[] {
  const formOf = (element: Element): Element | undefined => {
    const isForm = /^(fields|form)$/.test(getComputedStyle(element).containerName);
    return isForm ? element : element.parentElement ? formOf(element.parentElement) : undefined;
  };
  return [...document.querySelectorAll("label, span[class*=_label_]")].flatMap((label) => {
    const form = formOf(label);
    const control = label.parentElement?.querySelector("input, textarea, button");
    const { right, width } = label.getBoundingClientRect();
    if (!form || !control || label.querySelector("input") || !label.checkVisibility()) return [];
    // a document to read has the whole width
    if (width <= 1 || control.matches("textarea[readonly]")) return [];
    const isBeside = right <= control.getBoundingClientRect().left + 1;
    return isBeside === form.clientWidth >= least ? [] : [label.textContent];
  });
}
