/** Chooses the icon of a definition: one inside the answer, or one that can be loaded on request. */
import { isJsonObject } from "../../shared/core/json/jsonObject.ts";
import { isSimpleIcon } from "../../shared/core/text/simpleSvg.ts";

/** Longest `data:` URL that is shown, in UTF-16 code units. */
const maxIconLength = 100_000;
/** Most icons of one item that are considered. */
const maxIcons = 20;

/**
 * The first icon of a definition that is a `data:` URL of an image. An `<img>` runs no script of an
 * SVG and loads nothing for it, but it would draw any number of elements: only simple ones are used.
 * @param definition a tool, resource, prompt or server information as the server sent it
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/index#icons
 */
export function iconSource(definition: unknown): string | undefined {
  if (!isJsonObject(definition) || !Array.isArray(definition.icons)) return undefined;
  // lists ask for the icon of every item each time they are drawn
  if (!found.has(definition)) found.set(definition, firstIcon(definition.icons));
  return found.get(definition);
}

const found = new WeakMap<object, string | undefined>();

function firstIcon(icons: readonly unknown[]): string | undefined {
  return icons
    .slice(0, maxIcons)
    .map((icon: unknown) => (isJsonObject(icon) ? icon.src : undefined))
    .find(
      (src): src is string =>
        typeof src === "string" &&
        src.length <= maxIconLength &&
        /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i.test(src) &&
        isSimpleIcon(src),
    );
}

const maxUrlLength = 2000;

/**
 * The first icon of a definition that is at another address; it is loaded only when the user asks.
 * @returns an https URL
 */
export function remoteIconUrl(definition: unknown): string | undefined {
  if (!isJsonObject(definition) || !Array.isArray(definition.icons)) return undefined;
  for (const icon of definition.icons.slice(0, maxIcons) as readonly unknown[]) {
    const src = isJsonObject(icon) ? icon.src : undefined;
    if (typeof src !== "string" || src.length > maxUrlLength) continue;
    const url = URL.parse(src);
    const hasUserinfo = url?.username !== "" || url.password !== "";
    if (url?.protocol === "https:" && !hasUserinfo) return url.href;
  }
  return undefined;
}
