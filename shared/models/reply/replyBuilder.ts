/** Collects a model's reply from the pieces that a provider sends. */
import { type JsonObject, parseJsonObject } from "../../core/json/jsonObject.ts";
import type { Delta, Note, NoteCode, Usage } from "../model.ts";
import { signatureKey } from "../request/content.ts";

/** A block of the reply, as `CreateMessageResult` has them. */
export type ReplyBlock = JsonObject & { readonly type: "text" | "image" | "audio" | "tool_use" };

interface Reply {
  readonly blocks: readonly ReplyBlock[];
  readonly notes: readonly Note[];
  /** Arguments of a tool use that are not a JSON object: the tool's name and their text. */
  readonly invalidArguments: { readonly name: string; readonly text: string } | undefined;
}

/** Why the model stopped, as the specification's value if it has one. */
export interface Finish {
  /** The provider's word. */
  readonly raw: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or the provider's word. */
  readonly stopReason: string;
  /** Whether the reply can be used: the model has finished, or has reached a limit that was asked for. */
  readonly isGood: boolean;
  /** What the provider says about it. */
  readonly message?: string;
  readonly stopSequence?: string;
}

export interface ReplyBuilder {
  /** The model's name as the provider reported it. */
  model: string | undefined;
  /** As reported so far; a later report replaces members of an earlier one. */
  usage: Usage;
  finish: Finish | undefined;
  /** Set where the end is certain although the provider names no reason. */
  isComplete: boolean;
  /** The model's or a filter's refusal, with its explanation. */
  readonly refusal: { readonly reason: string; readonly message: string } | undefined;
  text(key: string, text: string): void;
  /** Starts a tool use, or adds its missing members. */
  toolUse(key: string, part: ToolUsePart): void;
  media(kind: "image" | "audio", mimeType: string, data: string): void;
  /** Content that the specification does not define, as JSON text. */
  other(type: string, value: unknown): void;
  reasoning(text: string): void;
  /** Text of a refusal, or a refusal without a text. */
  refuse(text: string, reason?: string): void;
  note(code: NoteCode, effect: Note["effect"], params: Note["params"], pointer?: string): void;
  /** A member of the reply that the result has no member for. */
  leaveOut(member: string): void;
  build(): Reply;
}

interface ToolUsePart {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** The next piece of the arguments' JSON text. */
  readonly json?: string | undefined;
  readonly signature?: string | undefined;
}

interface Draft {
  readonly at: number;
  readonly type: ReplyBlock["type"];
  text: string;
  id: string | undefined;
  name: string;
  signature: string | undefined;
  readonly media: { readonly mimeType: string; readonly data: string } | undefined;
}

/**
 * @param onDelta receives each piece
 * @param restoreName the server's name of a tool, by the name that was sent
 */
export function createReplyBuilder(
  onDelta: (delta: Delta) => void,
  restoreName: (sent: string) => string,
): ReplyBuilder {
  const drafts = new Map<string, Draft>();
  const notes: Note[] = [];
  const leftOut = new Set<string>();
  let reasoningLength = 0;
  let refusal: { reason: string; message: string } | undefined;

  const draftOf = (key: string, type: Draft["type"], media?: Draft["media"]) => {
    const known = drafts.get(key);
    if (known) return known;
    const empty = { text: "", id: undefined, name: "", signature: undefined };
    const draft: Draft = { ...empty, at: drafts.size, type, media };
    drafts.set(key, draft);
    return draft;
  };
  const note: ReplyBuilder["note"] = (code, effect, params, pointer = "") => {
    notes.push({ code, effect, side: "reply", pointer, params });
  };

  return {
    model: undefined,
    usage: { inputTokens: undefined, outputTokens: undefined },
    finish: undefined,
    isComplete: false,
    get refusal() {
      return refusal;
    },
    text(key, text) {
      const draft = draftOf(key, "text");
      draft.text += text;
      if (text !== "") onDelta({ block: draft.at, kind: "text", text });
    },
    toolUse(key, { id, name, json, signature }) {
      const draft = draftOf(key, "tool_use");
      draft.id ??= id;
      draft.name ||= restoreName(name ?? "");
      draft.signature ??= signature;
      draft.text += json ?? "";
      onDelta({ block: draft.at, kind: "tool-use", text: json ?? "", name: draft.name });
    },
    media(kind, mimeType, data) {
      draftOf(`media-${drafts.size}`, kind, { mimeType, data });
    },
    other(type, value) {
      const text = JSON.stringify(value) ?? "null";
      note("reply-as-text", "translated", { type }, `/content/${drafts.size}`);
      draftOf(`other-${drafts.size}`, "text").text = text;
    },
    reasoning(text) {
      reasoningLength += text.length;
      if (text !== "") onDelta({ block: drafts.size, kind: "reasoning", text });
    },
    refuse(text, reason = "refusal") {
      refusal = { reason: refusal?.reason ?? reason, message: (refusal?.message ?? "") + text };
      if (text !== "") onDelta({ block: drafts.size, kind: "refusal", text });
    },
    leaveOut(member) {
      if (leftOut.has(member)) return;
      leftOut.add(member);
      note("reply-member-left-out", "left-out", { member });
    },
    note,
    build() {
      const added: Note[] = [];
      if (reasoningLength > 0) {
        const params = { characters: reasoningLength };
        const code = "reasoning-left-out";
        added.push({ code, effect: "left-out", side: "reply", pointer: "", params });
      }
      return { ...buildBlocks([...drafts.values()], added), notes: [...notes, ...added] };
    },
  };
}

function buildBlocks(drafts: readonly Draft[], notes: Note[]) {
  const blocks: ReplyBlock[] = [];
  let invalidArguments: Reply["invalidArguments"];
  for (const { type, text, id, name, signature, media } of drafts) {
    if (type === "text") {
      if (text !== "") blocks.push({ type, text });
    } else if (media) {
      blocks.push({ type, ...media });
    } else {
      const input = text.trim() === "" ? {} : parseJsonObject(text);
      if (!input) {
        invalidArguments ??= { name, text };
        continue;
      }
      const own = id ?? `tool-use-${blocks.length + 1}`;
      if (id === undefined) {
        const pointer = `/content/${blocks.length}/id`;
        const code = "id-made";
        notes.push({ code, effect: "remark", side: "reply", pointer, params: { id: own } });
      }
      const _meta = signature === undefined ? {} : { _meta: { [signatureKey]: signature } };
      blocks.push({ type, id: own, name, input, ..._meta });
    }
  }
  return { blocks, invalidArguments };
}
