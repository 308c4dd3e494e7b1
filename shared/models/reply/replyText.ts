/** The text of a model's reply. */
import { asJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";

/** @param reply a result of `sampling/createMessage`, not validated; its texts are joined */
export function replyText(reply: JsonObject | undefined): string {
  const { content } = reply ?? {};
  return (Array.isArray(content) ? content : [content])
    .map((block) => asJsonObject(block)?.text ?? "")
    .join("");
}
