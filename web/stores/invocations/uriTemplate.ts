/** Lists the variables of URI templates and expands them. */
import { parseTemplate } from "url-template";

/**
 * The distinct variable names in order.
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2.2
 */
export function variablesOf(template: string): string[] {
  const names = [...template.matchAll(/\{[+#./;?&]?([^{}]+)\}/g)].flatMap(([, list = ""]) =>
    list.split(",").map((name) => name.replace(/(\*|:\d+)$/, "").trim()),
  );
  return [...new Set(names.filter((name) => name !== ""))];
}

/**
 * Expands a template; variables without a value are omitted.
 * @param valuesText the JSON text of an object; if invalid, the template is returned unchanged
 */
export function expandUri(template: string, valuesText: string): string {
  try {
    return parseTemplate(template).expand(JSON.parse(valuesText));
  } catch {
    return template;
  }
}
