/** Texts for the limits and problems of a schema, shown beside a field of a form. */
import { withArticle } from "../../../shared/core/text/shortened.ts";
import type { OverBudget } from "../../../shared/schema/budget.ts";
import type { HintKeyword, JsonReason, SchemaHint } from "../../../shared/schema/note.ts";
import { formatCount } from "../../messages/quantities.ts";

/** Returns a few words for a limit or an annotation. */
export function hintText(hint: SchemaHint): string {
  switch (hint.code) {
    case "limit":
      return limitText(hint.keyword, hint.limit);
    case "format":
      return hint.format;
    case "pattern":
      return `matches ${hint.pattern}`;
    case "unique-items":
      return "no item twice";
    case "content-encoding":
      return `${hint.encoding} text`;
    case "content-media-type":
      return hint.mediaType;
    case "deprecated":
      return "deprecated";
    case "read-only":
      return "read-only";
    case "header":
      return `sent as header ${hint.name}`;
  }
}

function limitText(keyword: HintKeyword, limit: number): string {
  switch (keyword) {
    case "minimum":
      return `≥ ${limit}`;
    case "exclusiveMinimum":
      return `> ${limit}`;
    case "maximum":
      return `≤ ${limit}`;
    case "exclusiveMaximum":
      return `< ${limit}`;
    case "multipleOf":
      return `multiple of ${limit}`;
    case "minLength":
      return `at least ${formatCount(limit, "character")}`;
    case "maxLength":
      return `at most ${formatCount(limit, "character")}`;
    case "minItems":
      return `at least ${formatCount(limit, "item")}`;
    case "maxItems":
      return `at most ${formatCount(limit, "item")}`;
  }
}

/** Returns a sentence, without a full stop, for a problem of the schema or the reason to edit as JSON. */
export function schemaNoteText(note: JsonReason): string {
  switch (note.code) {
    case "not-a-schema":
      return `There is ${withArticle(note.found)} where a schema is expected`;
    case "reference-loop":
      return "A $ref refers back to itself";
    case "reference-depth":
      return "$ref and allOf are nested too deeply";
    case "unresolved-reference":
      return `$ref ${note.reference} points to nothing in this schema`;
    case "invalid-default":
      return `The default ${note.text} does not match the schema`;
    case "too-deep":
      return "Nested too deeply for fields";
    case "nothing-allowed":
      return "The schema allows no value here";
    case "not-typeable":
      return "This text contains characters that a text box would change";
    case "unknown-type":
      return `JSON has no type ${JSON.stringify(note.type)}, which the schema names`;
    case "wrong-type":
      return `This is ${withArticle(note.found)}; the schema requires ${withArticle(note.required)}`;
  }
}

/** Returns a sentence that says which limit of a form the schema exceeds. */
export function overBudgetText({ part, count, limit }: OverBudget): string {
  return `${excessText(part, count, limit)}, so it is edited as JSON.`;
}

function excessText(part: OverBudget["part"], count: number | undefined, limit: number): string {
  const max = limit.toLocaleString("en");
  switch (part) {
    case "fields":
      return count === undefined
        ? `A form can show ${max} fields in total and this part would exceed that`
        : `This part needs ${formatCount(count, "field")} and a form can show at most ${max}`;
    case "options":
      return count === undefined
        ? `A form can offer ${max} options in total and this part would exceed that`
        : `This part has ${formatCount(count, "option")} and a form can offer at most ${max}`;
    case "variants":
      return `This part has ${formatCount(count ?? limit, "variant")} and a form can offer at most ${max}`;
    case "steps":
      return count === undefined
        ? `Resolving $ref and allOf in the schema takes more than ${max} steps`
        : `The schema of this part has ${formatCount(count, "name")} and values, and a form reads at most ${max}`;
  }
}
