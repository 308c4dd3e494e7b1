/** Reads what a result of `sampling/createMessage` says. */
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { jsonText } from "../../../../shared/core/text/textOfJson.ts";
import { blocksOf } from "../request/readRequest.ts";

/** The texts of a result, and its other blocks as JSON text. */
export function textOfResult(result: unknown): string {
  return blocksOf(getOwn(result, "content"))
    .map((block) => {
      const text = getOwn(block, "text");
      return getOwn(block, "type") === "text" && typeof text === "string" ? text : jsonText(block);
    })
    .join("\n");
}
