/** Measures the first load of the page: paint, bytes, requests and the longest task. */
import type { Browser } from "@playwright/test";
import { type Figure, median, round } from "./figure.ts";
import { type Load, loadPage } from "./loadPage.ts";

/** The first control that a user of the page needs. */
export const addressBar = "input[role=combobox]";

const runs = 5;

/**
 * Opens the page several times in a fresh profile.
 * @param createLink creates a link of the relay; each opens one page
 */
export async function firstLoad(browser: Browser, createLink: () => string): Promise<Figure[]> {
  const loads: Record<1 | 4, Load[]> = { 1: [], 4: [] };
  for (let run = 0; run < runs; run++) {
    for (const slowdown of [1, 4] as const) {
      loads[slowdown].push(
        await loadPage(browser, { url: createLink(), control: addressBar, slowdown }),
      );
    }
  }
  const middle = (key: keyof Load, slowdown: 1 | 4 = 1) =>
    round(median(loads[slowdown].map((load) => load[key])));
  return [
    { name: "first contentful paint", value: middle("firstPaint"), unit: "ms", goal: "<= 340" },
    { name: "address bar usable", value: middle("usableAt"), unit: "ms", goal: "<= 580" },
    {
      name: "first contentful paint, processor 4 times slower",
      value: middle("firstPaint", 4),
      unit: "ms",
      goal: "<= 730",
    },
    {
      name: "address bar usable, processor 4 times slower",
      value: middle("usableAt", 4),
      unit: "ms",
      goal: "<= 1270",
    },
    {
      name: "requests before the address bar is usable",
      value: middle("requestsBefore"),
      unit: "requests",
      goal: "<= 12",
    },
    {
      name: "first load on the wire",
      value: middle("kilobytes"),
      unit: "kB",
      goal: "<= 200",
    },
    {
      name: "longest task of the first load",
      value: middle("longestTask"),
      unit: "ms",
      goal: "<= 80",
    },
    { name: "layout shift", value: middle("layoutShift"), unit: "score", goal: "0" },
  ];
}
