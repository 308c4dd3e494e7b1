/** Chooses the initial JSON text of values that the user adds. */

import type { JsonObject } from "../../core/json/jsonObject.ts";
import type { JsonNode } from "../../core/json/jsonText.ts";
import { optionsOf, shapesOf } from "../prepare/branches.ts";
import type { SchemaReader } from "../prepare/reader.ts";
import { entriesOf, requiredOf, typesOf } from "../schemaObject.ts";
import { fits } from "../validate/fits.ts";

export interface StartValues {
  /** JSON text of a new item or property: the default, the only option, or an empty value. */
  ofItem(schema: unknown): string;
  /**
   * Initial JSON text of a shape of a union; undefined if the value stays absent.
   * @param previous the value in another shape; members that match here too are kept
   * @param text the JSON text that `previous` was parsed from
   */
  ofShape(flat: JsonObject, previous: JsonNode | undefined, text: string): string | undefined;
}

/** Creates the initial values for one schema document. */
export function createStartValues(reader: SchemaReader): StartValues {
  const fixedMembers = (flat: JsonObject): [string, string][] => {
    const required = new Set(requiredOf(flat));
    return entriesOf(flat, "properties").flatMap(([name, raw]) => {
      const options = required.has(name) ? optionsOf(reader, reader.read(raw).schema) : undefined;
      return options?.length === 1 && options[0]
        ? [[name, options[0].text] as [string, string]]
        : [];
    });
  };

  return {
    ofItem(schema) {
      const flat = reader.read(schema).schema;
      if (Object.hasOwn(flat, "default")) return JSON.stringify(flat.default);
      const options = optionsOf(reader, flat);
      if (options?.[0]) return options[0].text;
      const shape = shapesOf(reader, flat).shapes[0]?.schema ?? flat;
      switch (typesOf(shape)?.[0] ?? (Object.hasOwn(shape, "properties") ? "object" : undefined)) {
        case "string":
          return '""';
        case "number":
        case "integer":
          return "0";
        case "boolean":
          return "false";
        case "array":
          return "[]";
        case "object":
          return objectText(fixedMembers(shape));
        default:
          return "null";
      }
    },
    ofShape(flat, previous, text) {
      const options = optionsOf(reader, flat);
      if (options) return options.length === 1 ? options[0]?.text : undefined;
      if (typesOf(flat)?.[0] !== "object" && !Object.hasOwn(flat, "properties")) return undefined;
      const fixed = fixedMembers(flat);
      const fixedNames = new Set(fixed.map(([name]) => name));
      const properties = new Map(entriesOf(flat, "properties"));
      const carried = (previous?.kind === "object" ? previous.members : [])
        .filter(({ key, value }) => properties.has(key) && fits(reader, properties.get(key), value))
        .filter(({ key }) => !fixedNames.has(key))
        .map(({ key, value }): [string, string] => [key, text.slice(value.start, value.end)]);
      return objectText([...fixed, ...carried]);
    },
  };
}

function objectText(members: readonly [string, string][]): string {
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(", ")}}`;
}
