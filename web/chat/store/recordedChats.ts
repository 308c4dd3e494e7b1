/** Conversations in recordings: what is written into one, and what is read from a foreign one. */
import * as v from "valibot";
import { isJsonObject, type JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { count, finite, readonlyList } from "../../../shared/core/json/members.ts";
import type { ChatCall, ChatMessage, Conversation } from "./conversation.ts";

/** Conversations that are read from one recording, and messages of one. */
const [maxConversations, maxMessages] = [100, 10_000];

const jsonObject = v.custom<JsonObject>(isJsonObject);

const result = v.object({
  block: jsonObject,
  cut: v.exactOptional(v.object({ from: count, to: count })),
});

const call = v.object({
  id: v.string(),
  offeredName: v.string(),
  /** The name of a tool of the recorded server; absent for a tool of another one. */
  tool: v.exactOptional(v.string()),
  input: jsonObject,
  result: v.exactOptional(result),
});

const tokens = v.exactOptional(count);

const userMessage = v.object({
  kind: v.literal("user"),
  id: v.string(),
  parent: v.exactOptional(v.string()),
  text: v.string(),
  at: finite,
  fromApps: v.exactOptional(
    readonlyList(
      v.object({
        kind: v.picklist(["message", "context", "skill"]),
        tool: v.string(),
        blocks: readonlyList(v.unknown()),
      }),
    ),
  ),
});

const replyMessage = v.object({
  kind: v.literal("reply"),
  id: v.string(),
  parent: v.string(),
  modelName: v.string(),
  content: readonlyList(jsonObject),
  reasoning: v.string(),
  calls: readonlyList(call),
  elapsedMs: finite,
  firstDeltaMs: v.exactOptional(finite),
  usage: v.object({
    inputTokens: tokens,
    outputTokens: tokens,
    cachedTokens: tokens,
    reasoningTokens: tokens,
  }),
  cost: v.exactOptional(finite),
});

const recordedChat = v.object({
  systemPrompt: v.string(),
  leaf: v.string(),
  messages: v.pipe(
    readonlyList(v.variant("kind", [userMessage, replyMessage])),
    v.maxLength(maxMessages),
  ),
});

type RecordedChat = v.InferOutput<typeof recordedChat>;
type RecordedReply = v.InferOutput<typeof replyMessage>;

/** The conversations in which tools of a server were called, without what belongs to this browser. */
export function recordChats(
  conversations: readonly Conversation[],
  serverId: string,
): readonly JsonObject[] {
  return conversations
    .filter(({ messages }) => messages.some((message) => hasCallOf(message, serverId)))
    .map(({ systemPrompt, leaf = "", messages }) =>
      withoutUndefined({
        systemPrompt,
        leaf,
        messages: messages.map((message) => recordMessage(message, serverId)),
      }),
    );
}

function hasCallOf(message: ChatMessage, serverId: string): boolean {
  return message.kind === "reply" && message.calls.some(({ tool }) => tool?.serverId === serverId);
}

function recordMessage(message: ChatMessage, serverId: string) {
  if (message.kind === "user") {
    const { addedContent, ...rest } = message;
    return { ...rest, fromApps: addedContent?.map(({ serverId: _, ...content }) => content) };
  }
  const { kind, id, parent, modelName, content, reasoning, calls, figures } = message;
  const { elapsedMs, firstDeltaMs, usage, cost } = figures;
  const recorded = calls.map(({ tool, state, ...rest }) => ({
    id: rest.id,
    offeredName: rest.offeredName,
    input: rest.input,
    tool: tool?.serverId === serverId ? tool.name : undefined,
    result: state.kind === "done" ? state.sent : undefined,
  }));
  const base = { kind, id, parent, modelName, content, reasoning };
  return { ...base, calls: recorded, elapsedMs, firstDeltaMs, usage, cost };
}

/** JSON has no undefined. */
function withoutUndefined(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/**
 * Reads conversations of a recording; those that do not fit are left out. They allow no call, and
 * have no model: what the user chose for others does not apply to them.
 * @param serverId the server that shows the recording
 */
export function readRecordedChats(
  values: readonly unknown[],
  serverId: string,
  empty: () => Conversation,
): readonly Conversation[] {
  return values.slice(0, maxConversations).flatMap((value): Conversation[] => {
    const read = v.safeParse(recordedChat, value);
    if (!read.success) return [];
    const { systemPrompt, leaf, messages } = read.output satisfies RecordedChat;
    return [
      {
        ...empty(),
        systemPrompt,
        leaf,
        recorded: "opened",
        messages: inOrder(messages).map((message) =>
          message.kind === "user" ? readAsked(message, serverId) : readReply(message, serverId),
        ),
      },
    ];
  });
}

/** Leaves out messages with a known id, or before the one that they answer: branches would have no end. */
function inOrder(messages: RecordedChat["messages"]): RecordedChat["messages"] {
  const known = new Set<string>();
  return messages.filter(({ id, parent }) => {
    if (known.has(id) || (parent !== undefined && !known.has(parent))) return false;
    known.add(id);
    return true;
  });
}

function readAsked(
  { fromApps, parent, ...rest }: v.InferOutput<typeof userMessage>,
  serverId: string,
): ChatMessage {
  const contents = fromApps?.map((content) => ({ ...content, serverId }));
  return { ...rest, parent, ...(contents && { addedContent: contents }) };
}

function readReply(reply: RecordedReply, serverId: string): ChatMessage {
  const { calls, elapsedMs, firstDeltaMs, usage, cost, ...rest } = reply;
  const { inputTokens, outputTokens, ...parts } = usage;
  return {
    ...rest,
    calls: calls.map(
      ({ tool, result: sent, ...each }): ChatCall => ({
        ...each,
        tool: tool === undefined ? undefined : { serverId, name: tool },
        state: sent ? { kind: "done", sent } : { kind: "open" },
      }),
    ),
    figures: {
      elapsedMs,
      firstDeltaMs,
      usage: { inputTokens, outputTokens, ...parts },
      finishReason: undefined,
      cost,
    },
  };
}
