/** Describes the tools to the agent, and checks its arguments. */
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { validate } from "../../../shared/schema/validate/validate.ts";
import { maximumTokens, usualTokens } from "./agentAnswer.ts";
import { type AgentTool, textMember, textsMember } from "./agentTool.ts";

function inputSchemaOf({ input, required = [] }: AgentTool): JsonObject {
  const max_tokens = {
    type: "integer",
    minimum: 200,
    maximum: maximumTokens,
    description: `The most tokens of the answer; ${usualTokens} by default`,
  };
  return {
    type: "object",
    properties: { ...input, max_tokens },
    ...(required.length > 0 && { required }),
  };
}

/** As `tools/list` has it at a revision. */
export function definitionOf(tool: AgentTool, revision: string): JsonObject {
  const { name, title, description, output, annotations } = tool;
  const outputSchema = {
    type: "object",
    properties: {
      ...output,
      cut: textsMember("What of the answer was cut; ask for a part, or with a larger max_tokens"),
      error: textMember("Why there is no answer"),
      next: textMember("What to do now"),
    },
  };
  const isTitled = revision >= "2025-06-18";
  return {
    name,
    ...(isTitled && { title }),
    description,
    inputSchema: inputSchemaOf(tool),
    ...(isTitled && { outputSchema }),
    ...(revision >= "2025-03-26" && { annotations: { title, ...annotations } }),
  };
}

/** Why arguments do not fit a tool; undefined if they do. */
export function misfitOf(tool: AgentTool, args: unknown): string | undefined {
  // some providers of models refuse a schema that says this
  const schema = { ...inputSchemaOf(tool), additionalProperties: false };
  const verdict = validate(schema, JSON.stringify(args));
  if (verdict.kind !== "checked") return "The arguments cannot be read.";
  const places = verdict.problems.slice(0, 5).map(({ pointer, keyword }) => {
    return `${(pointer || "/").slice(0, 200)} (${keyword})`;
  });
  return places.length === 0
    ? undefined
    : `The arguments do not fit the schema of ${tool.name}: ${places.join(", ")}.`;
}
