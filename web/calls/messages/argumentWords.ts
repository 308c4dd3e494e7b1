/** Says in a few words which arguments a call has. */
import { parseJson } from "../../../shared/core/json/jsonText.ts";
import { shortened } from "../../../shared/core/text/shortened.ts";

/** The most characters that are shown. */
const maxShown = 200;
/** The most characters that are read; formatted JSON has many spaces. */
const maxRead = 20_000;

/** The values of arguments that are no containers, with their digits; all of them if there are none. */
export function argumentWords(argumentsText = ""): string {
  const text = argumentsText.slice(0, maxRead);
  const parsed = parseJson(text);
  const root = parsed.kind === "tree" ? parsed.root : undefined;
  const values =
    root?.kind === "object"
      ? root.members.flatMap(({ value }) => {
          if (value.kind === "object" || value.kind === "array") return [];
          return value.kind === "string" ? value.value : text.slice(value.start, value.end);
        })
      : [];
  const line = oneLine(values.length > 0 ? values.join(", ") : text);
  return /^\{ ?\}$/.test(line) ? "" : line;
}

/** A text on one line, cut with an ellipsis. */
export function oneLine(text: string): string {
  return shortened(text.slice(0, maxRead).replace(/\s+/g, " ").trim(), maxShown);
}
