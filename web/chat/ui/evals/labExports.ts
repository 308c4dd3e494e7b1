/** Exports what the description lab changed, for the code of the server. */
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { patchText } from "../../../ui/diff/sideBySide.ts";

interface EditedDefinition {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** The text of a definition that is compared, and exported. */
export function definitionText(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** A patch of one file for each tool; the server names it, so its name cannot be a path or a line. */
export function labPatch(edited: readonly EditedDefinition[]): string {
  return edited
    .map(({ before, after }) => {
      const file = `${encodeURIComponent(String(before.name).toWellFormed())}.json`;
      return patchText(file, definitionText(before), definitionText(after));
    })
    .join("");
}

/** The definitions as the lab has them. */
export function labJson(edited: readonly EditedDefinition[]): string {
  return `${definitionText(edited.map(({ after }) => after))}\n`;
}
