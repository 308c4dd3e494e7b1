/** Turns the outcome of a tool call into the block that the model gets. */
import { isTooDeep } from "../../core/json/isTooDeep.ts";
import { asJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";

/** How a call that a model chose has ended. */
export type ToolCallEnd =
  /** The result of `tools/call`, not validated. */
  | { readonly kind: "result"; readonly result: unknown }
  /** It was not called, or gave no result; the model is told why. */
  | { readonly kind: "none"; readonly text: string };

/** How a request `tools/call` ended, as far as a model is told. */
type CallOutcome =
  | { readonly kind: "result"; readonly value: unknown }
  | { readonly kind: "error"; readonly error: { readonly message: string } }
  | { readonly kind: "failed" | "cancelled" | "sent" };

export function toolCallEnd(outcome: CallOutcome): ToolCallEnd {
  switch (outcome.kind) {
    case "result":
      return { kind: "result", result: outcome.value };
    case "error":
      return { kind: "none", text: `The server answered with an error: ${outcome.error.message}` };
    default:
      return { kind: "none", text: "The call gave no result." };
  }
}

export interface ModelResult {
  /** A `tool_result` block of a sampling message. */
  readonly block: JsonObject;
  /** Set if the result was too long: characters of its JSON, and those that are sent. */
  readonly cut?: { readonly from: number; readonly to: number };
}

/** Characters of one result that a model gets. */
export const maxResultCharacters = 100_000;

/** Answers a tool use; a result beyond {@link maxResultCharacters} is cut, and says so. */
export function answerToolUse(toolUseId: string, end: ToolCallEnd): ModelResult {
  const head = { type: "tool_result", toolUseId };
  if (end.kind === "none") {
    return { block: { ...head, content: [textBlock(end.text)], isError: true } };
  }
  if (isTooDeep(end.result)) {
    return answerToolUse(toolUseId, {
      kind: "none",
      text: "The result is nested too deeply to be passed on.",
    });
  }
  const { content, structuredContent, isError } = asJsonObject(end.result) ?? {};
  const blocks = Array.isArray(content) ? content : [];
  const whole = {
    ...head,
    content: blocks,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError === true && { isError }),
  };
  const from = JSON.stringify(whole).length;
  if (from <= maxResultCharacters) return { block: whole };
  const kept = cutBlocks(
    blocks.length > 0 ? blocks : [textBlock(JSON.stringify(structuredContent))],
  );
  const to = JSON.stringify(kept).length;
  const notice = textBlock(
    `[The result is too long: ${from.toLocaleString("en")} characters, of which the first ` +
      `${to.toLocaleString("en")} are here.]`,
  );
  return {
    block: { ...head, content: [...kept, notice], ...(isError === true && { isError }) },
    cut: { from, to },
  };
}

const textBlock = (text: string) => ({ type: "text", text });

/** Keeps blocks from the first on; the text that does not fit is cut, other blocks are left out. */
function cutBlocks(blocks: readonly unknown[]): readonly unknown[] {
  let rest = maxResultCharacters;
  const kept: unknown[] = [];
  for (const block of blocks) {
    if (rest <= 0) break;
    const { type, text } = asJsonObject(block) ?? {};
    if (type === "text" && typeof text === "string") {
      kept.push(text.length <= rest ? block : textBlock(text.slice(0, rest)));
      rest -= text.length;
      continue;
    }
    const length = JSON.stringify(block)?.length ?? 0;
    if (length > rest) continue;
    kept.push(block);
    rest -= length;
  }
  return kept;
}
