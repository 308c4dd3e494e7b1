/** Decides where a link of a server may lead. */
import { percentDecoded } from "../../../shared/core/text/percentDecoded.ts";

/** Schemes that lead out of the page without running anything in it. */
const schemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

interface LinkTarget {
  readonly href: string;
  /** Host or mail address, as the browser will contact it. */
  readonly host: string;
}

/**
 * @param href as written
 * @returns undefined for every other target: relative ones would lead into the page, others could
 *   run script or start a program
 */
export function linkTarget(href: string): LinkTarget | undefined {
  // Without a base, a relative reference is not a URL.
  const url = URL.parse(href);
  if (!url || !schemes.has(url.protocol)) return undefined;
  if (url.protocol === "mailto:")
    return { href: url.href, host: percentDecoded(url.pathname) ?? url.pathname };
  return { href: url.href, host: url.host };
}
