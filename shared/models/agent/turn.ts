/** Runs one turn of a conversation: asks a model, calls the tools that it chooses, and asks again with their results. */
import { isTooDeep } from "../../core/json/isTooDeep.ts";
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import type { ModelOutcome } from "../model.ts";
import type { ModelFailure } from "../modelFailure.ts";
import { addSpending, limitReached, nothingSpent, type SpendingLimits } from "../spending.ts";
import { type OfferedTool, samplingTool } from "./offeredTools.ts";
import { answerToolUse, type ModelResult, type ToolCallEnd } from "./toolResults.ts";

/** A tool that the model chose. */
export interface ToolUse {
  /** Unique in the conversation. */
  readonly id: string;
  /** As it was offered. */
  readonly name: string;
  readonly input: JsonObject;
  /** Undefined if no such tool was offered. */
  readonly tool: OfferedTool | undefined;
  /** Whether the arguments were left out. */
  readonly isTooDeep: boolean;
}

/** Limits of one turn; they are checked before each request to the model. */
export interface TurnLimits extends SpendingLimits {
  readonly calls: number;
  readonly milliseconds: number;
}

export const defaultTurnLimits: TurnLimits = {
  rounds: 20,
  calls: 50,
  tokens: 200_000,
  milliseconds: 600_000,
};

/** How one request to the model ended. */
export interface Generated {
  readonly outcome: ModelOutcome;
  /** In the currency of the model's prices; undefined if unknown. */
  readonly cost: number | undefined;
  /** Milliseconds of waiting that a provider asked for; absent for none. */
  readonly waitedMs?: number;
}

export interface TurnOptions<End extends Generated> {
  /** The conversation so far, as messages of `sampling/createMessage`; the last one is the user's. */
  readonly messages: readonly JsonObject[];
  readonly systemPrompt: string;
  readonly maxTokens: number;
  readonly temperature?: number | undefined;
  readonly tools: readonly OfferedTool[];
  readonly limits: TurnLimits;
  /** Whether tools are chosen but not called; the turn ends with the first choice. */
  readonly isDry?: boolean;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly now: () => number;
  /** Sends one request to the model. @param params those of `sampling/createMessage` */
  readonly generate: (params: JsonObject, maxTokens: number) => Promise<End>;
  /** Calls a tool, after asking the user if that is due. */
  readonly call: (use: ToolUse & { readonly tool: OfferedTool }) => Promise<ToolCallEnd>;
}

export type TurnEvent<End extends Generated> =
  /** The model has answered; its tools are called next. */
  | {
      readonly kind: "reply";
      readonly end: End;
      /** Blocks of the message, with unique ids. */
      readonly content: readonly JsonObject[];
      readonly uses: readonly ToolUse[];
    }
  /** The results that the model gets, in the order of the uses. */
  | { readonly kind: "results"; readonly results: readonly ModelResult[] };

export type TurnEnd =
  | { readonly kind: "answered" }
  /** It was dry, and the model chose tools. */
  | { readonly kind: "chosen" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly failure: ModelFailure }
  | { readonly kind: "limit"; readonly limit: keyof TurnLimits };

/** A cautious estimate: most texts have more characters per token. */
const charactersPerToken = 3;

/** Yields each reply and each set of results; returns why the turn ended. Never throws because of a model or a server. */
export async function* runTurn<End extends Generated>(
  options: TurnOptions<End>,
): AsyncGenerator<TurnEvent<End>, TurnEnd> {
  const { tools, limits, signal, systemPrompt, maxTokens, temperature } = options;
  const messages = [...options.messages];
  const byName = new Map(tools.map((tool) => [tool.offeredName, tool]));
  const offered = tools.map(samplingTool);
  const ids = new Set(messages.flatMap((message) => useIds(message)));
  const startedAt = options.now();
  let spent = nothingSpent;
  let calls = 0;
  for (;;) {
    if (signal.aborted) return { kind: "stopped" };
    if (options.now() - startedAt > limits.milliseconds) {
      return { kind: "limit", limit: "milliseconds" };
    }
    const params = {
      messages,
      ...(systemPrompt !== "" && { systemPrompt }),
      maxTokens,
      ...(temperature !== undefined && { temperature }),
      ...(offered.length > 0 && { tools: offered }),
    };
    const planned = Math.ceil(JSON.stringify(params).length / charactersPerToken);
    const reached = limitReached(spent, limits, planned);
    if (reached) return { kind: "limit", limit: reached };

    const end = await options.generate(params, maxTokens);
    const { outcome, cost } = end;
    spent = addSpending(spent, outcome.usage, maxTokens, cost);
    const reply = outcome.kind === "reply" ? outcome.reply : outcome.partial;
    const received = blocksOf(reply?.content).map((block) => withUniqueId(block, ids));
    const deep = new Set(received.filter(isTooDeep).map(({ id }) => id));
    const content = received.map((block) => (deep.has(block.id) ? { ...block, input: {} } : block));
    const uses =
      outcome.kind === "reply"
        ? content.flatMap((block) => useOf(block, byName, deep.has(block.id)))
        : [];
    yield { kind: "reply", end, content, uses };
    if (outcome.kind === "failed") {
      const { failure } = outcome;
      return failure.code === "aborted" ? { kind: "stopped" } : { kind: "failed", failure };
    }
    if (uses.length === 0) return { kind: "answered" };
    if (options.isDry) return { kind: "chosen" };
    calls += uses.length;
    if (calls > limits.calls) return { kind: "limit", limit: "calls" };
    const results = await Promise.all(
      uses.map(async (use) => answerToolUse(use.id, await callOne(use, options.call))),
    );
    yield { kind: "results", results };
    messages.push(
      { role: "assistant", content },
      { role: "user", content: results.map(({ block }) => block) },
    );
  }
}

async function callOne(use: ToolUse, call: TurnOptions<Generated>["call"]): Promise<ToolCallEnd> {
  const { tool } = use;
  if (use.isTooDeep) return { kind: "none", text: "The arguments are nested too deeply." };
  if (!tool) return { kind: "none", text: `There is no tool named ${use.name}.` };
  return call({ ...use, tool });
}

function blocksOf(content: unknown): readonly JsonObject[] {
  return (Array.isArray(content) ? content : [content]).filter(isJsonObject);
}

function useIds(message: JsonObject): readonly string[] {
  return blocksOf(message.content).flatMap(({ type, id }) =>
    type === "tool_use" && typeof id === "string" ? [id] : [],
  );
}

/** Models repeat ids, and some providers give none; results could not be assigned then. */
function withUniqueId(block: JsonObject, taken: Set<string>): JsonObject {
  if (block.type !== "tool_use") return block;
  const base = typeof block.id === "string" ? block.id : "tool-use";
  let id = base;
  for (let count = 2; taken.has(id); count++) id = `${base}-${count}`;
  taken.add(id);
  return { ...block, id };
}

function useOf(
  block: JsonObject,
  tools: ReadonlyMap<string, OfferedTool>,
  isDeep: boolean,
): readonly ToolUse[] {
  if (block.type !== "tool_use") return [];
  const { id, name, input } = block;
  const used = typeof name === "string" ? name : "";
  const given = isJsonObject(input) ? input : {};
  return [{ id: String(id), name: used, input: given, tool: tools.get(used), isTooDeep: isDeep }];
}
