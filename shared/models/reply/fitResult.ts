/** Makes a `CreateMessageResult` that fits a revision from the blocks of a reply. */
import type { JsonObject } from "../../core/json/jsonObject.ts";
import type { Note } from "../model.ts";
import { firstWithTools } from "../request/samplingRequest.ts";
import type { ReplyBlock } from "./replyBuilder.ts";

/** The first revision whose result can hold audio. */
const firstWithAudio = "2025-03-26";

interface FittedResult {
  readonly result: JsonObject;
  readonly notes: readonly Note[];
}

/**
 * Fits a reply. Before 2025-11-25 a result has one block and no tool use: text blocks are joined,
 * and without text the first image or audio is taken. Everything left out is noted.
 * @param stopReason absent if the provider gave none
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessageresult
 */
export function fitResult(
  blocks: readonly ReplyBlock[],
  model: string,
  stopReason: string | undefined,
  revision: string,
): FittedResult {
  const notes: Note[] = [];
  const note = (effect: Note["effect"], code: Note["code"], at: number, params: Note["params"]) => {
    notes.push({ code, effect, side: "reply", pointer: `/content/${at}`, params });
  };
  const leaveOut = (block: ReplyBlock) =>
    note("left-out", "block-left-out", blocks.indexOf(block), { type: block.type, revision });

  const allowed = blocks.filter((block) => {
    const fits =
      (block.type !== "tool_use" || revision >= firstWithTools) &&
      (block.type !== "audio" || revision >= firstWithAudio);
    if (!fits) leaveOut(block);
    return fits;
  });
  let content: readonly JsonObject[] = allowed;
  if (revision < firstWithTools && allowed.length > 1) {
    const texts = allowed.filter(({ type }) => type === "text");
    const kept = texts.length > 0 ? texts : allowed.slice(0, 1);
    for (const block of allowed) if (!kept.includes(block)) leaveOut(block);
    content = kept;
    if (texts.length > 1) {
      note("translated", "blocks-joined", 0, { count: texts.length });
      content = [{ type: "text", text: texts.map(({ text }) => text).join("\n\n") }];
    }
  }
  if (content.length === 0) {
    note("remark", "empty-reply", 0, {});
    content = [{ type: "text", text: "" }];
  }
  const result = {
    role: "assistant",
    content: content.length === 1 ? content[0] : content,
    model,
    ...(stopReason !== undefined && { stopReason }),
  };
  return { result, notes };
}
