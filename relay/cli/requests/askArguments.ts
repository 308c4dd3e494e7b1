/** Asks for the values of an object's members in the terminal. */
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { putText } from "../../../shared/core/json/putText.ts";
import type { Field } from "../../../shared/schema/plan/field.ts";
import { CommandError } from "../exitCode.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { fieldsOf, typedText } from "./argumentText.ts";

interface AskFieldsOptions {
  /** Whether members that are not required are asked for as well; an empty answer leaves them out. */
  readonly isOptionalAsked?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Asks for members that an object lacks. Nothing is asked where nobody can answer.
 * @param text the JSON text of the object
 * @param schema its JSON Schema, not validated
 * @returns the object with the values; undefined if the user ends the input
 */
export async function askFields(
  terminal: Terminal,
  text: string,
  schema: unknown,
  { isOptionalAsked = false, signal }: AskFieldsOptions = {},
): Promise<string | undefined> {
  if (!terminal.ask) return text;
  const given = parseJsonObject(text) ?? {};
  let filled = text;
  for (const [name, field] of fieldsOf(schema)) {
    if (Object.hasOwn(given, name) || !(field.required || isOptionalAsked)) continue;
    const value = await askValue(terminal, name, field, signal);
    if (value === undefined) return undefined;
    if (value !== "") filled = putText(filled, [name], value);
  }
  return filled;
}

/** The most choices of a member that are shown. */
const maxChoices = 20;

/**
 * Asks until the answer is a value of the field.
 * @returns its JSON text, empty to leave it out; undefined if the user ends the input
 */
async function askValue(
  terminal: Terminal,
  name: string,
  field: Field,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { kind, description, defaultText, required } = field;
  if (description !== undefined) terminal.note(escapeForTerminal(description));
  const hasChoices = kind === "choice" || kind === "multi";
  const choices = hasChoices ? field.options.slice(0, maxChoices).map(({ label }) => label) : [];
  const facts = [choices.length > 0 ? choices.join(", ") : kind, ...(required ? [] : ["optional"])];
  const fallback = defaultText === undefined ? "" : ` [${defaultText}]`;
  const question = `${escapeForTerminal(`${name} (${facts.join("; ")})${fallback}:`)} `;
  for (;;) {
    const answer = await terminal.ask?.(question, {
      isSecret: field.secret,
      ...(signal ? { signal } : {}),
    });
    if (answer === undefined) return undefined;
    if (answer === "" && (defaultText !== undefined || !required)) return defaultText ?? "";
    try {
      return typedText({ name, value: answer, isJson: false }, field);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      terminal.printError(error.message);
    }
  }
}
