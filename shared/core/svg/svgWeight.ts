/**
 * Estimates how many elements a browser draws for an SVG image. References to elements that refer
 * to others multiply: an image of 2 kB can draw billions, for which the page would stand still.
 */
import { fromBase64 } from "../base64.ts";
import { idsIn, readSvg, type SvgElement, type SvgImage } from "./readSvg.ts";

/** Elements that an image may draw, and an icon, of which lists show many. */
export const maxDrawn = { image: 200_000, icon: 2000 };

/** References in a row that are followed. */
const maxChain = 200;

/** They have colours only. */
const gradients: ReadonlySet<string> = new Set(["linearGradient", "radialGradient"]);

/**
 * Whether an SVG image can be drawn in a reasonable time.
 * @param bytes in UTF-8
 * @param max elements that are drawn
 */
export function isLightSvg(bytes: Uint8Array, max: number): boolean {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  const image = readSvg(text, max);
  return image !== undefined && drawnBy(image) <= max;
}

/** Whether the SVG image of a `data:` URL can be drawn as an icon; `true` for other images. */
export function isLightIcon(url: string): boolean {
  // browsers remove these characters anywhere, and do not read the fragment as data
  const [read = ""] = url.replace(/[\t\n\r]/g, "").split("#", 1);
  if (!/^data:image\/svg/i.test(read)) return true;
  const [, base64, data = ""] =
    /^data:image\/svg\+xml(?:;charset=utf-?8|;utf-?8)?(;base64)?,(.*)$/is.exec(read) ?? [];
  const bytes = base64 === undefined ? percentDecoded(data) : fromBase64(data);
  return bytes !== undefined && isLightSvg(bytes, maxDrawn.icon);
}

function percentDecoded(text: string): Uint8Array | undefined {
  try {
    return new TextEncoder().encode(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

/** @returns the elements that are drawn; infinite if references form a circle or a long chain */
function drawnBy(image: SvgImage): number {
  const { elements, byId } = image;
  const byClass = classReferences(image);
  if (!byClass) return Infinity;
  // a marker is drawn at each point of a path
  const points = elements.reduce((highest, { maxLength }) => Math.max(highest, maxLength / 2), 1);
  const known = new Map<SvgElement, number>();
  const knownLists = new Map<readonly string[], number>();
  const knownClasses = new Map<string, number>();
  const active = new Set<SvgElement>();
  const targetOf = (id: string) => {
    const target = byId.get(id);
    return target && !gradients.has(target.name) ? target : undefined;
  };

  /** What is drawn for references of a property; each list and class is followed only once. */
  const drawnForList = (ids: readonly string[]): number => {
    const before = knownLists.get(ids);
    if (before !== undefined) return before;
    let sum = 0;
    for (const id of ids) {
      const target = targetOf(id);
      if (target) sum += drawn(target) * (target.name === "marker" ? points : 1);
    }
    knownLists.set(ids, sum);
    return sum;
  };
  const drawnForClass = (name: string): number => {
    const before = knownClasses.get(name);
    if (before !== undefined) return before;
    let sum = 0;
    for (const ids of byClass.get(name) ?? []) sum += drawnForList(ids);
    knownClasses.set(name, sum);
    return sum;
  };

  const drawn = (element: SvgElement): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    if (active.has(element) || active.size > maxChain * 2) return Infinity;
    active.add(element);
    let sum = 1;
    for (const child of element.children) sum += drawn(child);
    if (!gradients.has(element.name)) {
      for (const id of element.own) {
        const target = targetOf(id);
        if (target) sum += drawn(target);
      }
      let inside = drawnForList(element.inherited);
      for (const name of element.classes) inside += drawnForClass(name);
      // an animation sets what the elements around it refer to
      if (inside > 0 && /^(?:set|animate)/.test(element.name)) return Infinity;
      sum += sum * inside;
    }
    active.delete(element);
    known.set(element, sum);
    return sum;
  };
  return elements.reduce((highest, element) => Math.max(highest, drawn(element)), 0);
}

/**
 * The references that style sheets give to the elements of a class: a list for each rule.
 * @returns undefined if they could be given to any element
 */
function classReferences({
  styles,
  byId,
}: SvgImage): ReadonlyMap<string, ReadonlySet<readonly string[]>> | undefined {
  const found = new Map<string, Set<readonly string[]>>();
  for (const text of styles) {
    if (/\\|@import/i.test(text)) return undefined;
    for (const rule of withoutComments(text).split("}")) {
      const [selector = "", ...declarations] = rule.split("{");
      const ids = idsIn(declarations.join("{")).filter((id) => {
        const target = byId.get(id);
        return target !== undefined && !gradients.has(target.name);
      });
      if (ids.length === 0) continue;
      for (const part of selector.split(",")) {
        const name = /^[\w-]*\.([\w-]+)$/.exec(part.trim())?.[1];
        if (name === undefined || declarations.length > 1) return undefined;
        found.set(name, (found.get(name) ?? new Set()).add(ids));
      }
    }
  }
  return found;
}

function withoutComments(text: string): string {
  return text
    .split("/*")
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf("*/") + 2)))
    .join("");
}
