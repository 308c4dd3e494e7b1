/**
 * A stand-in for a model that needs no key: it follows fixed rules, so that the same message always
 * gives the same answer.
 */
import {
  asJsonObject,
  isJsonObject,
  type JsonObject,
  parseJsonObject,
} from "../../core/json/jsonObject.ts";

/** The name under which it answers. */
export const scriptedModelName = "scripted model";

/**
 * Answers a sampling request by rules.
 *
 * The user's message is split at "then" into steps, one for each answer of the model. A step that
 * contains a tool's name followed by a JSON object uses that tool with these arguments. Otherwise the
 * tool that shares most words with the step is used; its arguments are taken from numbers, quoted
 * texts and words of the step. A step that fits no tool, or the end of the steps, gives a text.
 * @param params of `sampling/createMessage`, as the agent's loop makes them
 * @returns a `CreateMessageResult`
 */
export function scriptedReply(params: JsonObject): JsonObject {
  const messages = (Array.isArray(params.messages) ? params.messages : []).filter(isJsonObject);
  const tools = (Array.isArray(params.tools) ? params.tools : []).filter(isJsonObject);
  const asked = messages.findLastIndex(
    (message) => textOf(message) !== "" && message.role === "user",
  );
  const steps = textOf(messages[asked]).split(/\bthen\b/i);
  const done = messages.slice(asked + 1).filter(({ role }) => role === "assistant").length;
  const step = steps[done]?.trim();
  const use = step ? choiceFor(step, tools) : undefined;
  if (use) {
    const block = { type: "tool_use", id: `step-${messages.length}`, ...use };
    return reply([block], "toolUse");
  }
  const last = done > 0 ? messages.at(-1) : undefined;
  const text = last
    ? `The tool answered: ${resultText(last)}`
    : "No offered tool shares a word with this message. The scripted model follows rules: name a " +
      "tool, or write its name followed by a JSON object of arguments.";
  return reply([{ type: "text", text }], "endTurn");
}

function reply(content: readonly JsonObject[], stopReason: string): JsonObject {
  return { role: "assistant", content, model: scriptedModelName, stopReason };
}

/** The text that the user wrote; empty for results of tools. */
function textOf(message: JsonObject | undefined): string {
  const { content } = message ?? {};
  return (Array.isArray(content) ? content : [content])
    .map((block) => asJsonObject(block))
    .map((block) => (block?.type === "text" ? String(block.text) : ""))
    .join(" ")
    .trim();
}

function resultText({ content }: JsonObject): string {
  const results = (Array.isArray(content) ? content : [content]).filter(isJsonObject);
  const texts = results.map((result) => textOf(result) || JSON.stringify(result.content));
  return texts.join("\n").slice(0, 2000);
}

function choiceFor(step: string, tools: readonly JsonObject[]): JsonObject | undefined {
  for (const { name } of tools) {
    const at = typeof name === "string" ? step.indexOf(`${name} {`) : -1;
    if (at < 0) continue;
    const input = parseJsonObject(step.slice(at + String(name).length + 1));
    if (input) return { name, input };
  }
  const words = wordsOf(step);
  let best: JsonObject | undefined;
  let most = 0;
  for (const tool of tools) {
    // a word of the name counts more than one of the description
    const score =
      3 * shared(words, wordsOf(String(tool.name))) +
      shared(words, wordsOf(String(tool.description ?? "")));
    if (score > most) [most, best] = [score, tool];
  }
  return best && { name: best.name, input: argumentsOf(step, best) };
}

/** Words that say nothing about what a tool does. */
const ignored = new Set(
  "a an and any are as at be by can do for from i in is it me my of on or please that the this to two use what with you".split(
    " ",
  ),
);

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => !ignored.has(word)));
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count++;
  return count;
}

/** Fills the properties of a schema in their order: required ones, and others that the step names. */
function argumentsOf(step: string, tool: JsonObject): JsonObject {
  const { properties, required } = asJsonObject(tool.inputSchema) ?? {};
  const numbers = (step.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const quoted = [...step.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other);
  const lower = step.toLowerCase();
  const input: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(asJsonObject(properties) ?? {})) {
    const { type, enum: choices } = asJsonObject(schema) ?? {};
    const isRequired = Array.isArray(required) && required.includes(key);
    const choice = Array.isArray(choices)
      ? choices.find((one) => lower.includes(String(one).toLowerCase()))
      : undefined;
    if (choice !== undefined) input[key] = choice;
    else if (!isRequired && !lower.includes(key.toLowerCase())) continue;
    else if (type === "number" || type === "integer") input[key] = numbers.shift() ?? 1;
    else if (type === "boolean") input[key] = !/\b(no|not|without|false)\b/.test(lower);
    else if (type === "string") input[key] = quoted.shift() ?? lastWord(step);
  }
  return input;
}

function lastWord(step: string): string {
  return (
    step
      .replace(/[.?!]+$/, "")
      .split(/\s+/)
      .at(-1) ?? ""
  );
}
