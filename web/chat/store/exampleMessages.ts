/** Messages that a model can answer with a tool that is offered. */

import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { asJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { OfferedTool } from "../../../shared/models/agent/offeredTools.ts";
import { isReadOnlyTool } from "../../../shared/protocol/toolHints.ts";

const [maxMessages, maxArguments, maxLength] = [3, 2, 60];

/** One for each of the first tools that only read, and need few and simple arguments. */
export function exampleMessages(tools: readonly OfferedTool[]): readonly string[] {
  const messages: string[] = [];
  for (const { name, definition } of tools) {
    if (messages.length === maxMessages) break;
    if (!isReadOnlyTool(definition)) continue;
    const { properties, required } = asJsonObject(definition.inputSchema) ?? {};
    const keys = Array.isArray(required) ? required : [];
    const values = keys.map((key, index) => exampleOf(getOwn(properties, String(key)), index));
    const { title } = definition;
    const what = typeof title === "string" ? title : name.replaceAll(/[_-]+/g, " ");
    const message = values.length > 0 ? `${what}: ${values.join(" and ")}` : what;
    const isShort = keys.length <= maxArguments && message.length <= maxLength;
    if (isShort && !values.includes(undefined)) messages.push(message);
  }
  return messages;
}

function exampleOf(schema: unknown, index: number): string | undefined {
  const { type, enum: choices, format, pattern } = asJsonObject(schema) ?? {};
  const [first] = Array.isArray(choices) ? choices : [];
  if (typeof first === "string") return first;
  if (type === "number" || type === "integer") return String([2, 40][index]);
  const isFree = format === undefined && pattern === undefined;
  return type === "string" && isFree ? '"hello"' : undefined;
}
