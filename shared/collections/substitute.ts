/** Replaces `{{name}}` in JSON text and in names by the values of variables. */
import { type JsonNode, parseJson } from "../core/json/jsonText.ts";
import type { Collection, Environment, Variables } from "./collection.ts";

type Substituted =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unknown-variables"; readonly names: readonly string[] }
  | { readonly kind: "not-json" }
  /** With the values of its variables. */
  | { readonly kind: "too-long" };

/** Characters that variables may add to a text: even a few variables can be repeated very often. */
const maxAddedLength = 16_000_000;

/** State while a text is filled. */
interface Filling {
  readonly variables: Variables;
  readonly unknown: Set<string>;
  added: number;
}

const createFilling = (variables: Variables): Filling => ({
  variables,
  unknown: new Set(),
  added: 0,
});

function filled(text: string, { unknown, added }: Filling): Substituted {
  if (unknown.size > 0) return { kind: "unknown-variables", names: [...unknown] };
  return added > maxAddedLength ? { kind: "too-long" } : { kind: "text", text };
}

const placeholder = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;
const whole = /^\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}$/;

/**
 * The variables of a run: given ones override those of the environment, which override the
 * collection's.
 * @param given values of secrets and of the command line
 */
export function variablesFor(
  { variables }: Pick<Collection, "variables">,
  environment: Environment | undefined,
  given: Variables = {},
): Variables {
  return { ...variables, ...environment?.variables, ...given };
}

/**
 * Replaces variables in the strings of a JSON text. A string that is one variable becomes its value
 * of any type; in a longer one a value is inserted as text. Everything else stays as written.
 */
export function substituteJson(json: string, variables: Variables): Substituted {
  const parsed = parseJson(json);
  if (parsed.kind !== "tree" || !parsed.root) return { kind: "not-json" };
  const filling = createFilling(variables);
  let text = "";
  let at = 0;
  for (const node of stringsOf(parsed.root)) {
    if (!node.value.includes("{{")) continue;
    text += json.slice(at, node.start) + replaced(node.value, filling);
    at = node.end;
  }
  return filled(text + json.slice(at), filling);
}

/** Replaces variables in plain text. */
export function substituteText(text: string, variables: Variables): Substituted {
  const filling = createFilling(variables);
  return filled(fill(text, filling), filling);
}

/** The names of the variables in a text. */
export function variablesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name))];
}

function replaced(value: string, filling: Filling): string {
  const name = whole.exec(value)?.[1];
  const json = name === undefined ? undefined : valueOfVariable(name, filling);
  return json ?? JSON.stringify(fill(value, filling));
}

function fill(text: string, filling: Filling): string {
  return text.replace(placeholder, (all, name: string) => {
    const json = valueOfVariable(name, filling);
    if (json === undefined) return all;
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : json;
  });
}

/** The JSON text of a variable; undefined once the limit is exceeded. */
function valueOfVariable(name: string, filling: Filling): string | undefined {
  const { variables, unknown } = filling;
  if (!Object.hasOwn(variables, name)) {
    unknown.add(name);
    return undefined;
  }
  const json = variables[name] ?? "null";
  filling.added += json.length;
  return filling.added > maxAddedLength ? "null" : json;
}

/** The strings of a tree in the order of the text, names of members aside. */
function stringsOf(root: JsonNode): Extract<JsonNode, { kind: "string" }>[] {
  const found: Extract<JsonNode, { kind: "string" }>[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === "string") found.push(node);
    else if (node.kind === "array") for (const item of node.items) open.push(item);
    else if (node.kind === "object") for (const { value } of node.members) open.push(value);
  }
  return found.sort((one, other) => one.start - other.start);
}
