/** Formats the annotations of a content block. */
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { textOfJson } from "../../../shared/core/text/textOfJson.ts";

/** UTF-16 code units of one value that are shown. */
const shownLength = 60;

/**
 * @param annotations not validated: a value of another type is shown as it is
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations
 */
export function annotationTexts(annotations: unknown): readonly string[] {
  if (!isJsonObject(annotations)) return [];
  const { audience, priority, lastModified } = annotations;
  const texts: string[] = [];
  if (audience !== undefined) {
    const names = Array.isArray(audience) ? audience : [audience];
    texts.push(`for ${names.slice(0, 5).map(textOfJson).join(", ")}`);
  }
  if (priority !== undefined) texts.push(`priority ${textOfJson(priority)}`);
  if (lastModified !== undefined) texts.push(`modified ${textOfJson(lastModified)}`);
  return texts.map((text) => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text));
}
