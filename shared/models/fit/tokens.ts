/** Estimates how many tokens of a model's context the definition of a tool takes. */
import { encodeText } from "../../core/bytes.ts";
import { getOwn } from "../../core/json/getOwn.ts";

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
  return Math.ceil(jsonBytes({ name, description, inputSchema }) / bytesPerToken);
}

function jsonBytes(value: unknown): number {
  try {
    return encodeText(JSON.stringify(value)).length;
  } catch (error) {
    // nested more deeply than the stack allows
    if (error instanceof RangeError) return deepJsonBytes(value);
    throw error;
  }
}

/** The bytes of a value's JSON, of any depth. */
function deepJsonBytes(value: unknown): number {
  const open: unknown[] = [value];
  let bytes = 0;
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== "object" || part === null) {
      bytes += encodeText(JSON.stringify(part) ?? "").length + 1;
      continue;
    }
    bytes += 3;
    for (const [key, member] of Object.entries(part)) {
      if (!Array.isArray(part)) bytes += encodeText(JSON.stringify(key)).length + 1;
      open.push(member);
    }
  }
  return bytes;
}
