/** Describes tools, resources, templates and prompts as callable items. */
import type { Agreement } from "../../../shared/client/negotiation/agreement.ts";
import { taskParamText, taskSupportOf } from "../../../shared/client/tasks/taskSupport.ts";
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import {
  expandTemplate,
  type TemplateVariable,
  templateVariables,
} from "../../../shared/protocol/uriTemplate.ts";
import { anyUriTemplate, type Item } from "../../servers/store/catalog/items.ts";

/** A member of a request's params; its text is inserted unchanged. */
interface Member {
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
  /** The URI that is read with these arguments, where they make one. */
  readonly uriOf?: (argumentsText: string) => string;
  /**
   * What completions of the arguments refer to, as JSON text.
   * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#reference-types
   */
  readonly completionRef?: string;
}

/** @param isTask whether a tool that may run as a task does */
export function callableOf(
  { kind, name, raw }: Item,
  agreement: Agreement,
  isTask = false,
): Callable {
  const nameText = JSON.stringify(name);
  switch (kind) {
    case "tool": {
      const support = taskSupportOf(raw, agreement);
      const asTask = support === "required" || (support === "optional" && isTask);
      return {
        method: "tools/call",
        action: "Call tool",
        schema: raw.inputSchema ?? { type: "object" },
        params: (text) => [
          { key: "name", text: nameText },
          ...(asTask ? [{ key: "task", text: taskParamText() }] : []),
          { key: "arguments", text },
        ],
      };
    }
    case "prompt": {
      const schema = promptSchema(raw.arguments);
      return {
        method: "prompts/get",
        action: "Get prompt",
        schema,
        completionRef: `{"type":"ref/prompt","name":${nameText}}`,
        params: (text) => [
          { key: "name", text: nameText },
          ...(schema ? [{ key: "arguments", text }] : []),
        ],
      };
    }
    case "event":
      return {
        method: "events/poll",
        action: "Poll",
        schema: raw.inputSchema ?? { type: "object" },
        params: (text) => [
          { key: "name", text: nameText },
          { key: "arguments", text },
        ],
      };
    case "resource":
    case "skill":
      return {
        method: "resources/read",
        action: "Read resource",
        schema: undefined,
        params: () => [{ key: "uri", text: nameText }],
      };
    case "template": {
      const uriOf = (text: string) => expandUri(name, text);
      return {
        method: "resources/read",
        action: "Read resource",
        schema: templateSchema(name),
        params: (text) => [{ key: "uri", text: JSON.stringify(uriOf(text)) }],
        // the entered text is the URI
        ...(name !== anyUriTemplate && {
          uriOf,
          completionRef: `{"type":"ref/resource","uri":${nameText}}`,
        }),
      };
    }
  }
}

/**
 * Expands a template; a free URI is used as written.
 * @param valuesText the JSON text of an object; if invalid, the template is returned unchanged
 */
function expandUri(template: string, valuesText: string): string {
  const values = parseJsonObject(valuesText);
  if (!values) return template;
  const { uri } = values;
  if (template === anyUriTemplate && typeof uri === "string") return uri;
  return expandTemplate(template, values);
}

/** Variables of query expressions can be left out, and exploded ones can have several values. */
function templateSchema(template: string): unknown {
  const variables = templateVariables(template);
  return {
    type: "object",
    properties: Object.fromEntries(variables.map((one) => [one.name, variableSchema(one)])),
    required: variables.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    additionalProperties: false,
  };
}

function variableSchema({ isExploded }: TemplateVariable): object {
  const text = { type: "string" };
  if (!isExploded) return text;
  return {
    anyOf: [
      { ...text, title: "Text" },
      { type: "array", title: "List", items: text },
      { type: "object", title: "Names and values", additionalProperties: text },
    ],
  };
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
  required: readonly string[],
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
