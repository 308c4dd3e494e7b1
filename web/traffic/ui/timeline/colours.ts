/** Reads the colours and fonts that a canvas needs from the page's styles. */
import { type RefObject, useLayoutEffect, useState } from "react";

/** The parts that have a colour of their own; `Timeline.module.css` defines each. */
export const colourNames = [
  "ground",
  "line",
  "text",
  "mutedText",
  "accent",
  "server",
  "other",
  "edge",
  "wait",
  "waitStripe",
  "model",
  "failed",
  "failedEdge",
  "stream",
  "streamEdge",
  "task",
  "taskEdge",
  "authorization",
] as const;

export type LaneColours = Readonly<Record<(typeof colourNames)[number], string>> & {
  readonly font: string;
  readonly mediumFont: string;
};

/**
 * @param palette an element with a child for each of the names, which has its colour
 * @returns undefined before the first layout; another object when the theme changes
 */
export function useColours(palette: RefObject<HTMLElement | null>): LaneColours | undefined {
  const [colours, setColours] = useState<LaneColours>();
  useLayoutEffect(() => {
    const read = () => setColours(palette.current ? readColours(palette.current) : undefined);
    read();
    const attributes = new MutationObserver(read);
    attributes.observe(document.documentElement, {
      attributeFilter: ["data-theme", "class", "style"],
    });
    const queries = mediaQueries.map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener("change", read);
    return () => {
      attributes.disconnect();
      for (const query of queries) query.removeEventListener("change", read);
    };
  }, [palette]);
  return colours;
}

const mediaQueries = [
  "(prefers-color-scheme: dark)",
  "(prefers-contrast: more)",
  "(forced-colors: active)",
];

function readColours(palette: HTMLElement): LaneColours {
  const { fontFamily, fontSize } = getComputedStyle(palette);
  const colours = Object.fromEntries(
    colourNames.map((name, at) => [name, getComputedStyle(palette.children[at] ?? palette).color]),
  ) as Record<(typeof colourNames)[number], string>;
  return {
    ...colours,
    font: `400 ${fontSize} ${fontFamily}`,
    mediumFont: `500 ${fontSize} ${fontFamily}`,
  };
}
