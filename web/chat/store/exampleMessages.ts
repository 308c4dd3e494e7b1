/** Messages that a model can answer with a tool that is offered. */

import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { asJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { OfferedTool } from "../../../shared/models/agent/offeredTools.ts";
import { isDestructiveTool, isReadOnlyTool } from "../../../shared/protocol/toolHints.ts";

const [maxMessages, maxArguments, maxLength] = [3, 2, 60];

/**
 * One for each of the first tools that only read, and need few and simple arguments.
 * @param activeId the server whose tools come first, also those that do not say what they change:
 * a suggestion is not sent, and such a call is asked about
 */
export function exampleMessages(
  tools: readonly OfferedTool[],
  activeId: string | undefined,
): readonly string[] {
  const messages: string[] = [];
  const readOnly = tools.filter(({ definition }) => isReadOnlyTool(definition));
  const isActive = ({ serverId }: OfferedTool) => serverId === activeId;
  const ordered = new Set([
    ...readOnly.filter(isActive),
    ...tools.filter((tool) => isActive(tool) && !isDestructiveTool(tool.definition)),
    ...readOnly,
  ]);
  for (const { name, definition } of ordered) {
    if (messages.length === maxMessages) break;
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
