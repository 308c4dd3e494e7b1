/** Describes tools, resources, templates and prompts as callable items. */
import type { Agreement } from "../../../shared/client/negotiation/agreement.ts";
import { taskParamText, taskSupportOf } from "../../../shared/client/tasks/taskSupport.ts";
import type { Item } from "../catalog/items.ts";
import { expandUri, variablesOf } from "./uriTemplate.ts";

/** A member of a request's params; its text is inserted unchanged. */
export interface Member {
  readonly key: string;
  readonly text: string;
}

export interface Callable {
  readonly method: string;
  /** The label of the run button. */
  readonly action: string;
  /** The JSON Schema of the arguments; undefined if there are none. */
  readonly schema: unknown;
  /** The request's params; the arguments are the last member, or are expanded into `uri`. */
  params(argumentsText: string): readonly Member[];
}

export function callableOf({ kind, name, raw }: Item, agreement: Agreement): Callable {
  const nameText = JSON.stringify(name);
  switch (kind) {
    case "tool":
      return {
        method: "tools/call",
        action: "Call tool",
        schema: raw.inputSchema ?? { type: "object" },
        params: (text) => [
          { key: "name", text: nameText },
          ...(taskSupportOf(raw, agreement) === "required"
            ? [{ key: "task", text: taskParamText() }]
            : []),
          { key: "arguments", text },
        ],
      };
    case "prompt": {
      const schema = promptSchema(raw.arguments);
      return {
        method: "prompts/get",
        action: "Get prompt",
        schema,
        params: (text) => [
          { key: "name", text: nameText },
          ...(schema ? [{ key: "arguments", text }] : []),
        ],
      };
    }
    case "resource":
      return {
        method: "resources/read",
        action: "Read resource",
        schema: undefined,
        params: () => [{ key: "uri", text: nameText }],
      };
    case "template":
      return {
        method: "resources/read",
        action: "Read resource",
        schema: objectOfStrings(variablesOf(name).map((variable) => [variable, {}])),
        params: (text) => [{ key: "uri", text: JSON.stringify(expandUri(name, text)) }],
      };
  }
}

/** Converts a prompt's argument list to a JSON Schema. */
function promptSchema(list: unknown): unknown {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const named = list.filter((entry) => typeof entry?.name === "string");
  const required = named.filter((entry) => entry.required === true).map((entry) => entry.name);
  const properties = named.map(({ name, title, description }): [string, object] => [
    name,
    {
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
    },
  ]);
  return objectOfStrings(properties, required);
}

function objectOfStrings(
  properties: readonly (readonly [name: string, annotations: object])[],
  required: readonly string[] = properties.map(([name]) => name),
): unknown {
  return {
    type: "object",
    properties: Object.fromEntries(
      properties.map(([name, annotations]) => [name, { type: "string", ...annotations }]),
    ),
    required,
    additionalProperties: false,
  };
}
