/** Estimates how many tokens of a model's context the definition of a tool takes. */
import { encodeText } from "../../core/bytes.ts";
import { getOwn } from "../../core/getOwn.ts";

/** Bytes of JSON in English for each token, on average; models differ by about a third. */
export const bytesPerToken = 4;

/**
 * Counts what clients usually pass on: name, description and input schema.
 * @param tool an entry of `tools/list`, not validated
 */
export function definitionTokens(tool: unknown): number {
  const [name, description, inputSchema] = ["name", "description", "inputSchema"].map((member) =>
    getOwn(tool, member),
  );
  const text = JSON.stringify({ name, description, inputSchema });
  return Math.ceil(encodeText(text).length / bytesPerToken);
}
