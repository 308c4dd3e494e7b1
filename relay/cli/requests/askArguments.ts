/** Asks for the required arguments that were not given. */

import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { putText } from "../../../shared/core/json/putText.ts";
import type { Field } from "../../../shared/schema/plan/field.ts";
import type { RequestArguments } from "../arguments/commandArguments.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { ArgumentProblem, fieldsOf, typedText } from "./argumentText.ts";

/**
 * Asks for required members that an object lacks. Nothing is asked where nobody can answer, or the
 * arguments were given as JSON.
 * @param text the JSON text of the object
 * @throws ArgumentProblem if the user ends the input
 */
export async function askMissing(
  terminal: Terminal,
  text: string,
  schema: unknown,
  { argumentsText }: Pick<RequestArguments, "argumentsText">,
): Promise<string> {
  if (!terminal.ask || argumentsText !== undefined) return text;
  const given = parseJsonObject(text) ?? {};
  let filled = text;
  for (const [name, field] of fieldsOf(schema)) {
    if (!field.required || Object.hasOwn(given, name)) continue;
    const value = await askValue(terminal, name, field);
    if (value === undefined) throw new ArgumentProblem(`${escapeForTerminal(name)} was not given.`);
    filled = putText(filled, [name], value);
  }
  return filled;
}

/**
 * Asks for the value of a field until it is one.
 * @returns its JSON text; undefined if the user ends the input
 */
export async function askValue(
  terminal: Terminal,
  name: string,
  field: Field,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { description } = field;
  if (description !== undefined) terminal.note(escapeForTerminal(description));
  const { kind } = field;
  const choices =
    kind === "choice" || kind === "multi"
      ? field.options.slice(0, 20).map(({ label }) => label)
      : [];
  const type = choices.length > 0 ? choices.join(", ") : kind;
  const fallback = field.defaultText === undefined ? "" : ` [${field.defaultText}]`;
  const question = escapeForTerminal(`${name} (${type})${fallback}: `);
  for (;;) {
    const answer = await terminal.ask?.(question, {
      isSecret: field.secret,
      ...(signal ? { signal } : {}),
    });
    if (answer === undefined) return undefined;
    if (answer === "" && field.defaultText !== undefined) return field.defaultText;
    try {
      return typedText({ name, value: answer, isJson: false }, field);
    } catch (error) {
      if (!(error instanceof ArgumentProblem)) throw error;
      terminal.printError(error.message);
    }
  }
}
