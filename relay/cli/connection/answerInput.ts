/** Answers requests of a server by rules, or by asking in the terminal. */
import { parseRules, type Rule } from "../../../shared/client/input/answerRule.ts";
import { composeRuleAnswer, findRule } from "../../../shared/client/input/applyRule.ts";
import { declineInput } from "../../../shared/client/input/declineInput.ts";
import type {
  AnswerInput,
  InputAnswer,
  ServerInput,
} from "../../../shared/client/input/serverInput.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { readTextFile } from "../../config/readTextFile.ts";
import { CommandError } from "../exitCode.ts";
import { askFields } from "../requests/askArguments.ts";
import { escapeForTerminal, escapeLinesForTerminal, type Terminal } from "../terminal.ts";

/** Bytes of a file of rules. */
const maxRulesBytes = 20_000_000;

/**
 * Reads a file of rules as the page exports it. Rules that ask a model are left out: models belong to
 * the page.
 * @throws CommandError if it is not one
 */
export function readAnswerRules(path: string): readonly Rule[] {
  const text = readTextFile(path, { maxBytes: maxRulesBytes });
  if (text === undefined) throw new CommandError(`The file ${path} cannot be read.`);
  const read = parseRules(text, () => crypto.randomUUID(), 0);
  if (read.kind === "rules") return read.rules.filter(({ answer }) => answer.kind !== "model");
  const where = read.code === "bad-rule" ? `: rule ${read.index + 1} is invalid` : "";
  throw new CommandError(`${path} is not a file of rules that the page has exported${where}.`);
}

interface Asked {
  readonly terminal: Terminal;
  readonly rules: readonly Rule[];
  /** The name of the item that is used. */
  readonly item: string | undefined;
}

/** Without a rule that matches and a terminal, requests are declined. */
export function createAnswerInput({ terminal, rules, item }: Asked): AnswerInput {
  const counts = new Map<string, number>();
  const countOf = ({ id }: Rule) => counts.get(id) ?? 0;
  // one question at a time
  let last: Promise<unknown> = Promise.resolve();

  const answerByRule = async (input: ServerInput, rule: Rule): Promise<InputAnswer> => {
    const count = countOf(rule);
    counts.set(rule.id, count + 1);
    await new Promise((resolve) => setTimeout(resolve, rule.delayMs));
    const { answer } = rule;
    if (answer.kind === "model") throw new Error("A rule that asks a model was not left out");
    return composeRuleAnswer(answer, input, { item, count });
  };

  return (input) => {
    const { method } = input;
    const declined = declineInput(input);
    if (method !== "elicitation/create" && method !== "sampling/createMessage") return declined;
    const rule = findRule(rules, (each) => countOf(each) < each.limit, input, item);
    if (rule) return answerByRule(input, rule);
    if (!terminal.ask) {
      terminal.note(
        `The server sent ${method}, which was declined: nobody can be asked here. --answers <file> answers it by rules.`,
      );
      return declined;
    }
    input.onPerson?.();
    const asked = last.then(() =>
      (method === "elicitation/create" ? askForm : askSample)(terminal, input),
    );
    last = asked;
    return asked.then((answer) => answer ?? declineInput(input) ?? { kind: "error", text: "{}" });
  };
}

/** Shows an elicitation and asks for its values; undefined declines. */
async function askForm(
  terminal: Terminal,
  { params, signal }: ServerInput,
): Promise<InputAnswer | undefined> {
  const { note } = terminal;
  note(`The server asks: ${escapeForTerminal(String(getOwn(params, "message")))}`);
  if (getOwn(params, "mode") === "url") {
    const url = String(getOwn(params, "url"));
    note(`It wants you to open ${escapeForTerminal(url)}`);
    const isAccepted = await confirm(terminal, "Have you opened it?", signal);
    return isAccepted ? { kind: "result", text: '{"action":"accept"}' } : undefined;
  }
  if (!(await confirm(terminal, "Fill it in?", signal))) return undefined;
  const schema = getOwn(params, "requestedSchema");
  const content = await askFields(terminal, "{}", schema, { isOptionalAsked: true, signal });
  if (content === undefined) return { kind: "result", text: '{"action":"cancel"}' };
  return { kind: "result", text: `{"action":"accept","content":${content}}` };
}

/** Shows a sampling request and asks for the text of the answer; undefined declines. */
async function askSample(
  terminal: Terminal,
  { params, signal }: ServerInput,
): Promise<InputAnswer | undefined> {
  const { note } = terminal;
  note("The server asks for a message of a model:");
  const system = getOwn(params, "systemPrompt");
  if (typeof system === "string") note(`system: ${escapeLinesForTerminal(system)}`);
  const messages = getOwn(params, "messages");
  for (const message of Array.isArray(messages) ? messages : []) {
    const content = getOwn(message, "content");
    for (const block of Array.isArray(content) ? content : [content]) {
      const text = getOwn(block, "text") ?? `[${getOwn(block, "type")}]`;
      note(escapeLinesForTerminal(`${getOwn(message, "role")}: ${text}`));
    }
  }
  const text = await terminal.ask?.("Answer (empty declines): ", { signal });
  if (!text) return undefined;
  const content = { type: "text", text };
  const result = { role: "assistant", content, model: "human", stopReason: "endTurn" };
  return { kind: "result", text: JSON.stringify(result) };
}

async function confirm({ ask }: Terminal, question: string, signal: AbortSignal): Promise<boolean> {
  const answer = await ask?.(`${question} [y/N] `, { signal });
  return /^y(es)?$/i.test(answer?.trim() ?? "");
}
