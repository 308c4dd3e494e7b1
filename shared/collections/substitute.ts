/** Replaces `{{name}}` in JSON text and in names by the values of variables. */
import { type JsonNode, parseJson } from "../core/json/jsonText.ts";
import type { Collection, Environment, Variables } from "./collection.ts";

export type Substituted =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unknown-variables"; readonly names: readonly string[] }
  | { readonly kind: "not-json" };

const placeholder = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;
const whole = /^\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}$/;

/**
 * The variables of a run: given ones come first, then those of the environment, then the collection's.
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
 * Replaces variables in the strings of a JSON text. A string that is one variable becomes its value of
 * any type; in a longer one a value is inserted as text. All else stays as it is written.
 */
export function substituteJson(json: string, variables: Variables): Substituted {
  const parsed = parseJson(json);
  if (parsed.kind !== "tree" || !parsed.root) return { kind: "not-json" };
  const unknown = new Set<string>();
  let text = "";
  let at = 0;
  for (const node of stringsOf(parsed.root)) {
    if (!node.value.includes("{{")) continue;
    text += json.slice(at, node.start) + replaced(node.value, variables, unknown);
    at = node.end;
  }
  if (unknown.size > 0) return { kind: "unknown-variables", names: [...unknown] };
  return { kind: "text", text: text + json.slice(at) };
}

/** Replaces variables in plain text. */
export function substituteText(text: string, variables: Variables): Substituted {
  const unknown = new Set<string>();
  const filled = fill(text, variables, unknown);
  if (unknown.size > 0) return { kind: "unknown-variables", names: [...unknown] };
  return { kind: "text", text: filled };
}

/** The names of the variables in a text. */
export function variablesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name))];
}

function replaced(value: string, variables: Variables, unknown: Set<string>): string {
  const name = whole.exec(value)?.[1];
  if (name !== undefined && Object.hasOwn(variables, name)) return variables[name] ?? "null";
  return JSON.stringify(fill(value, variables, unknown));
}

function fill(text: string, variables: Variables, unknown: Set<string>): string {
  return text.replace(placeholder, (all, name: string) => {
    if (!Object.hasOwn(variables, name)) {
      unknown.add(name);
      return all;
    }
    const json = variables[name] ?? "null";
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : json;
  });
}

/** The strings of a tree in the order of the text, names of members aside. */
function stringsOf(root: JsonNode): Extract<JsonNode, { kind: "string" }>[] {
  const found: Extract<JsonNode, { kind: "string" }>[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === "string") found.push(node);
    else if (node.kind === "array") open.push(...node.items);
    else if (node.kind === "object") open.push(...node.members.map(({ value }) => value));
  }
  return found.sort((one, other) => one.start - other.start);
}
