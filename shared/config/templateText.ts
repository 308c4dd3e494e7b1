/** Formats a template as its author wrote it. */
import type { Template } from "./configured.ts";

/** The text with all placeholders. */
export function templateText(template: Template): string {
  return template
    .map((part) => {
      if (typeof part === "string") return part;
      return "input" in part ? inputPlaceholder(part.input) : part.shown;
    })
    .join("");
}

/** The placeholder of an input in configuration files; `env:NAME` is one for an unset variable. */
export function inputPlaceholder(id: string): string {
  return id.startsWith("env:") ? `\${${id}}` : `\${input:${id}}`;
}
