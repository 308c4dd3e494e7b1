/** Makes the JSON text of arguments from `name=value` words, typed by the schema. */
import { parseJson } from "../../../shared/core/json/jsonText.ts";
import { putText } from "../../../shared/core/json/putText.ts";
import type { Field } from "../../../shared/schema/plan/field.ts";
import { createPlanner } from "../../../shared/schema/plan/plan.ts";
import { CommandError } from "../exitCode.ts";
import { escapeForTerminal } from "../terminal.ts";

export interface Word {
  readonly name: string;
  readonly value: string;
  /** Whether the value is JSON text: `name:=value`. */
  readonly isJson: boolean;
}

/**
 * Splits words into names and values.
 * @throws CommandError if a word has no name
 */
export function readWords(words: readonly string[]): readonly Word[] {
  return words.map((word) => {
    const [, name, colon, value] = /^([^=]+?)(:?)=(.*)$/s.exec(word) ?? [];
    if (!name || value === undefined) {
      throw new CommandError(
        `"${escapeForTerminal(word)}" is not an argument: write name=value, or name:=JSON.`,
      );
    }
    return { name, value, isJson: colon === ":" };
  });
}

/**
 * Puts the values of the words into an object; numbers keep their digits.
 * @param text the JSON text of the object
 * @param schema its JSON Schema, not validated
 * @throws CommandError if a value is not of its type
 */
export function putWords(text: string, words: readonly Word[], schema: unknown): string {
  const names = [...new Set(words.map(({ name }) => name))];
  const fields = fieldsOf(schema);
  return names.reduce((object, name) => {
    const given = words.filter((word) => word.name === name);
    return putText(
      object,
      [name],
      memberText(given, fields.get(name), () => itemField(schema, name)),
    );
  }, text);
}

/** The fields of an object's properties, by name. */
export function fieldsOf(schema: unknown): ReadonlyMap<string, Field> {
  return plannedFields(schema, "{}");
}

function plannedFields(schema: unknown, text: string): ReadonlyMap<string, Field> {
  const parsed = parseJson(text);
  const root = parsed.kind === "tree" ? parsed.root : undefined;
  const field = createPlanner(schema).plan(text, root, new Map());
  const fields = field.kind === "object" ? field.fields : [];
  return new Map(fields.map((each) => [String(each.path.at(-1)), each]));
}

/** The field of the first item of an array. */
function itemField(schema: unknown, name: string): Field | undefined {
  const field = plannedFields(schema, JSON.stringify({ [name]: [null] })).get(name);
  return field?.kind === "array" ? field.items[0] : undefined;
}

function memberText(
  words: readonly Word[],
  field: Field | undefined,
  itemOf: () => Field | undefined,
): string {
  const [first, ...more] = words;
  if (!first) return "null";
  const isList = field?.kind === "array" || field?.kind === "multi";
  const isWhole = first.isJson || (isList && isJsonText(first.value, "array"));
  if (more.length === 0 && (isWhole || !isList)) return typedText(first, field);
  if (!isList && field && field.kind !== "json") {
    throw new CommandError(`${shownName(first.name)} was given ${words.length} times.`);
  }
  const item = field?.kind === "array" ? itemOf() : field;
  return `[${words.map((word) => typedText(word, item)).join(",")}]`;
}

/** The JSON text of one value. */
export function typedText({ name, value, isJson }: Word, field: Field | undefined): string {
  const wrong = (needed: string) =>
    new CommandError(
      `${shownName(name)} needs ${needed}, by its schema. Write ${shownName(name)}:=JSON to send any other value.`,
    );
  if (isJson) {
    if (isJsonText(value)) return value;
    throw new CommandError(`The value of ${shownName(name)} is not JSON.`);
  }
  switch (field?.kind) {
    case "string":
      return JSON.stringify(value);
    case "number":
      if (isJsonText(value, "number")) return value;
      throw wrong("a number");
    case "boolean":
      if (isJsonText(value, "boolean")) return value;
      throw wrong("true or false");
    case "choice":
    case "multi": {
      if (isJsonText(value, "array") && field.kind === "multi") return value;
      const option = field.options.find(
        ({ label, text }) => label === value || text === value || text === JSON.stringify(value),
      );
      if (option) return option.text;
      const labels = field.options.slice(0, 20).map(({ label }) => label);
      throw wrong(`one of ${escapeForTerminal(labels.join(", "))}`);
    }
    case "array":
      if (isJsonText(value, "array")) return value;
      throw wrong("a JSON array");
    case "object":
      if (isJsonText(value, "object")) return value;
      throw wrong("a JSON object");
    case "union":
    case "json":
    case undefined:
      return isJsonText(value) ? value : JSON.stringify(value);
  }
}

/** Whether a text is strict JSON, of a kind if one is given. */
function isJsonText(text: string, kind?: string): boolean {
  const parsed = parseJson(text);
  if (parsed.kind !== "tree" || !parsed.root) return false;
  return kind === undefined || parsed.root.kind === kind;
}

const shownName = escapeForTerminal;
