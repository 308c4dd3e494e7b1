/** A conversation of the user with a model over the tools of open servers. */

import { type JsonObject, membersOf } from "../../../shared/core/json/jsonObject.ts";
import { shortened } from "../../../shared/core/text/shortened.ts";
import type { ApprovalDecision, ToolApproval } from "../../../shared/models/agent/approval.ts";
import type { ModelResult } from "../../../shared/models/agent/toolResults.ts";
import { answerToolUse } from "../../../shared/models/agent/toolResults.ts";
import type { TurnEnd, TurnLimits } from "../../../shared/models/agent/turn.ts";
import { skillOrigin, untrustedText } from "../../../shared/models/agent/untrustedText.ts";
import type { ModelFailure } from "../../../shared/models/modelFailure.ts";
import type { ConfiguredModel } from "../../sampling/store/models.ts";
import type { GenerationEnd } from "../../sampling/store/runModel.ts";

export interface UserMessage {
  readonly kind: "user";
  readonly id: string;
  /** The message before it; undefined for the first. Messages with the same one are branches. */
  readonly parent: string | undefined;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What apps and skills added to it. */
  readonly addedContent?: readonly AddedContent[];
}

/** Content of the app of a tool, or a skill, which the user let through without having written it. */
export interface AddedContent {
  /** The model answers a message; the others are only known to it, and a newer one replaces them. */
  readonly kind: "message" | "context" | "skill";
  readonly serverId: string;
  /** Its name, or the URI of the skill. */
  readonly tool: string;
  /** Content blocks. */
  readonly blocks: readonly unknown[];
}

/** What one request to a model took. */
export type ReplyFigures = Pick<
  GenerationEnd["outcome"],
  "elapsedMs" | "firstDeltaMs" | "usage" | "finishReason"
> &
  Pick<GenerationEnd, "cost">;

/** What explains the failure of a request to a configured model. */
export interface FailedReply extends Pick<GenerationEnd, "relayFailure" | "isReached"> {
  readonly failure: ModelFailure;
  readonly model: Pick<ConfiguredModel, "name" | "model" | "provider" | "route">;
}

export interface ReplyMessage {
  readonly kind: "reply";
  readonly id: string;
  readonly parent: string;
  /** The name that the user gave the model. */
  readonly modelName: string;
  /** Blocks of a sampling message. */
  readonly content: readonly JsonObject[];
  /** It is not part of the answer, and no provider gets it again. */
  readonly reasoning: string;
  readonly calls: readonly ChatCall[];
  readonly figures: ReplyFigures;
  /** The provider's request in the log of the page that sent it. */
  readonly seq?: number;
  /** Why the model gave no complete answer. */
  readonly failed?: FailedReply;
  /** Why the turn ended with this reply, if not with an answer. */
  readonly end?: Exclude<TurnEnd, { kind: "answered" }>;
}

export type ChatMessage = UserMessage | ReplyMessage;

/** A call of a tool that a model chose. */
export interface ChatCall {
  /** The id of the tool use. */
  readonly id: string;
  /** The name under which the tool was offered. */
  readonly offeredName: string;
  /** Undefined if no such tool was offered. */
  readonly tool: { readonly serverId: string; readonly name: string } | undefined;
  readonly input: JsonObject;
  /** The request in the log of the page that sent it. */
  readonly seq?: number;
  readonly state:
    | { readonly kind: "asks"; readonly reason: (ApprovalDecision & { kind: "ask" })["reason"] }
    | { readonly kind: "runs" }
    | { readonly kind: "done"; readonly sent: ModelResult }
    /** It was not called: the run was dry, was stopped, or reached a limit. */
    | { readonly kind: "open" };
}

/** A call of a turn that does not run any more: one that has not ended was not called. */
export function closedCall(call: ChatCall): ChatCall {
  return call.state.kind === "done" ? call : { ...call, state: { kind: "open" } };
}

export interface Conversation {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly systemPrompt: string;
  /** The id of the model that answers; undefined for the first one. */
  readonly modelId: string | undefined;
  /**
   * The names of the tools that are offered, by server. Of a server that is missing, all are; one
   * that is listed cannot add to them.
   */
  readonly ticked: Readonly<Record<string, readonly string[]>>;
  readonly approvals: Readonly<Record<string, ToolApproval>>;
  /** Whether tools are chosen and not called. */
  readonly isDry: boolean;
  readonly maxTokens: number;
  /** They apply to each turn. */
  readonly limits: TurnLimits;
  /** What the model's context holds, as the user says; nothing is cut because of it. */
  readonly contextTokens: number;
  readonly messages: readonly ChatMessage[];
  /** The last message of the branch that is shown; undefined if there is none. */
  readonly leaf: string | undefined;
  /** Conversations with the same one are shown side by side. */
  readonly comparison: string | undefined;
  /** What apps and skills added to the next message. */
  readonly addedContent?: readonly AddedContent[];
  /** Set if others wrote it: it comes from a recording, and the user has continued it or not yet. */
  readonly recorded?: "opened" | "continued" | undefined;
}

/** A conversation, and those that it is compared with. */
export function shownWith(
  conversation: Conversation,
  all: readonly Conversation[],
): readonly [Conversation, ...Conversation[]] {
  const { comparison } = conversation;
  const [first, ...rest] = all.filter((one) => one.comparison === comparison);
  return comparison === undefined || !first ? [conversation] : [first, ...rest];
}

/** Conversations, newest first; those that are compared are one, by the first of them. */
export function listedConversations(all: readonly Conversation[]) {
  return all
    .flatMap((conversation) => {
      const [first, ...others] = shownWith(conversation, all);
      return first.id === conversation.id ? [{ conversation, columns: others.length + 1 }] : [];
    })
    .reverse();
}

/** Identifies a tool in the approvals of a conversation. */
export function toolKey({ serverId, name }: { serverId: string; name: string }): string {
  return `${serverId} ${name}`;
}

/** The messages of the branch that ends with `leaf`, oldest first. */
export function branchOf({
  messages,
  leaf,
}: Pick<Conversation, "messages" | "leaf">): readonly ChatMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: ChatMessage[] = [];
  for (let id = leaf; id !== undefined; ) {
    const message = byId.get(id);
    if (!message) break;
    byId.delete(id);
    branch.push(message);
    id = message.parent;
  }
  return branch.reverse();
}

/**
 * Finds the alternatives to messages.
 * @returns the ids of a message and its alternatives, in the order in which they were written;
 * undefined if there are none
 */
export function alternativesIn(
  messages: readonly ChatMessage[],
): (message: ChatMessage) => readonly string[] | undefined {
  const all = new Map<string, string[]>();
  const keyOf = ({ kind, parent = "" }: ChatMessage) => `${kind} ${parent}`;
  for (const message of messages) {
    const key = keyOf(message);
    const ids = all.get(key);
    if (ids) ids.push(message.id);
    else all.set(key, [message.id]);
  }
  return (message) => {
    const ids = all.get(keyOf(message));
    return ids && ids.length > 1 ? ids : undefined;
  };
}

/** The end of the newest branch that contains a message. */
export function newestLeaf({ messages }: Pick<Conversation, "messages">, id: string): string {
  const newest = new Map(messages.map((message) => [message.parent, message.id]));
  let leaf = id;
  for (let child = newest.get(leaf); child !== undefined; child = newest.get(leaf)) leaf = child;
  return leaf;
}

/** The first words of the user; undefined for an empty conversation. */
export function titleOf(conversation: Conversation): string | undefined {
  const [first] = branchOf(conversation);
  if (first?.kind !== "user") return undefined;
  return shortened(textForModel(first).trim().split("\n")[0] ?? "", 60);
}

/** The branch as messages of a sampling request; tool uses that were not called are answered so. */
export function samplingMessages(branch: readonly ChatMessage[]): readonly JsonObject[] {
  return branch.flatMap((message): JsonObject[] => {
    if (message.kind === "user") {
      const text = { type: "text", text: textForModel(message) };
      const media = (message.addedContent ?? []).flatMap(({ blocks }) => blocks.filter(isMedia));
      return [{ role: "user", content: media.length > 0 ? [text, ...media] : text }];
    }
    const { content, calls } = message;
    if (content.length === 0) return [];
    const results = calls.map(({ id, state }) =>
      state.kind === "done"
        ? state.sent.block
        : answerToolUse(id, { kind: "none", text: "It was not called." }).block,
    );
    const answer = { role: "assistant", content };
    return results.length > 0 ? [answer, { role: "user", content: results }] : [answer];
  });
}

/** Whether a message says something: words of the user, or a message of an app. */
export function isSendable(text: string, addedContent: readonly AddedContent[] = []): boolean {
  return text.trim() !== "" || addedContent.some(({ kind }) => kind === "message");
}

/**
 * The text of a message as models get it. Content of apps and skills is JSON, so that nothing in it can pass for
 * the end of it, and for words of the user.
 */
export function textForModel({ text, addedContent = [] }: UserMessage): string {
  const parts = addedContent.map(({ kind, tool, blocks }) => {
    const texts = blocks.filter((block) => !isMedia(block));
    return untrustedText(originOf(kind), tool, texts);
  });
  return [...(text === "" ? [] : [text]), ...parts].join("\n\n");
}

function originOf(kind: AddedContent["kind"]): string {
  if (kind === "skill") return skillOrigin;
  return `${kind === "message" ? "Message" : "Context"} from the app of the tool`;
}

/** What models get as it is. */
function isMedia(block: unknown): block is JsonObject {
  const { type } = membersOf(block);
  return type === "image" || type === "audio";
}

/** Stands for a recording among the ids of servers, which are longer. */
const recordingId = "recording";

/**
 * The servers whose results, or messages of apps, the model has in its context; all of a
 * recording counts as a result of a server that is not open.
 */
export function serversOfResults(
  conversation: Pick<Conversation, "messages" | "leaf" | "recorded">,
): ReadonlySet<string> {
  const servers = branchOf(conversation).flatMap((message) => {
    if (message.kind === "user")
      return (message.addedContent ?? []).map(({ serverId }) => serverId);
    return message.calls.flatMap(({ tool, state }) =>
      tool && state.kind === "done" ? [tool.serverId] : [],
    );
  });
  return new Set(conversation.recorded ? [...servers, recordingId] : servers);
}
