/** Formats a template for display, with placeholders for secrets. */
import type { Template } from "./configured.ts";

/** @param inputText the text of an input, by its id; its placeholder by default */
export function templateText(
  template: Template,
  inputText: (id: string) => string = inputPlaceholder,
): string {
  return template
    .map((part) => {
      if (typeof part === "string") return part;
      return "input" in part ? inputText(part.input) : part.shown;
    })
    .join("");
}

/** The placeholder of an input in configuration files. */
export function inputPlaceholder(id: string): string {
  return `\${input:${id}}`;
}
