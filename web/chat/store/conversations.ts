/** The conversations of this browser and what was said in them. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { type ApprovalMode, createApproval } from "../../../shared/models/agent/approval.ts";
import type { OfferedTool } from "../../../shared/models/agent/offeredTools.ts";
import { defaultTurnLimits } from "../../../shared/models/agent/turn.ts";
import type { ToolConsents } from "../../calls/store/toolConsents.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { SealedItems } from "../../platform/storage/sealedItems.ts";
import {
  type AddedContent,
  type ChatMessage,
  type Conversation,
  newestLeaf,
  type ReplyMessage,
  toolKey,
} from "./conversation.ts";
import { readRecordedChats, recordChats } from "./recordedChats.ts";
import { createStoredChats } from "./storedChats.ts";

interface ConversationsState {
  /** In the order in which they were begun. */
  readonly all: readonly Conversation[];
  /** The one that is shown. */
  readonly activeId: string;
}

/** What a user can set for a conversation. */
type ConversationSettings = Pick<
  Conversation,
  "systemPrompt" | "modelId" | "ticked" | "isDry" | "maxTokens" | "limits" | "contextTokens"
>;

/** What differs between conversations that are compared. */
export type ChatVariant = Pick<Conversation, "systemPrompt" | "modelId">;

export interface Conversations extends ReadableStore<ConversationsState> {
  /** Reads the conversations of earlier visits, and shows the newest unless another one is used. */
  load(): Promise<void>;
  find(id: string): Conversation | undefined;
  /** Begins an empty conversation with the settings of the active one, and shows it. */
  begin(): void;
  /** Copies a conversation once for each variant, to be shown side by side. @returns their ids */
  copyFor(id: string, variants: readonly ChatVariant[]): readonly string[];
  /** Takes a conversation out of its comparison and shows it alone. */
  separate(id: string): void;
  show(id: string): void;
  remove(id: string): void;
  change(id: string, settings: Partial<ConversationSettings>): void;
  /** Adds content of an app, or a skill, to the next message; context replaces that of the same tool. */
  addContent(id: string, content: AddedContent): void;
  removeContent(id: string, content: AddedContent): void;
  clearAddedContent(id: string): void;
  /** @param mode undefined for that of the tool's hints */
  setApproval(
    id: string,
    tool: Pick<OfferedTool, "serverId" | "name" | "definition">,
    mode: ApprovalMode | undefined,
  ): void;
  /** Adds a message, which the shown branch ends with. */
  append(id: string, message: ChatMessage): void;
  editReply(id: string, replyId: string, edit: (reply: ReplyMessage) => ReplyMessage): void;
  /** Shows the newest branch that contains a message; with `isEnd`, the branch ends with it. */
  showBranch(id: string, messageId: string, isEnd?: boolean): void;
  /** The conversations in which tools of a server were called, as a recording has them. */
  recorded(serverId: string): readonly JsonObject[];
  /** Adds the conversations of a recording, and shows the first. */
  addRecorded(values: readonly unknown[], serverId: string): void;
  /** Stores a conversation that has messages. */
  save(id: string): void;
}

interface ConversationsOptions {
  readonly consents: Pick<ToolConsents, "note">;
  readonly clock: Clock;
  readonly items: SealedItems;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly epochMs: () => number;
}

export function createConversations(options: ConversationsOptions): Conversations {
  const { consents, newId, epochMs } = options;
  const stored = createStoredChats(options.items);
  /** @param like has the settings */
  const empty = (like?: Conversation): Conversation => ({
    systemPrompt: "",
    modelId: undefined,
    ticked: {},
    isDry: false,
    maxTokens: 4096,
    limits: defaultTurnLimits,
    contextTokens: 128_000,
    ...like,
    id: newId(),
    changedAt: epochMs(),
    approvals: {},
    messages: [],
    leaf: undefined,
    comparison: undefined,
    addedContent: [],
    recorded: undefined,
  });
  const store = createStore<ConversationsState>(() => {
    const first = empty();
    return { all: [first], activeId: first.id };
  });
  const { getState, setState } = store;
  const find = (id: string) => getState().all.find((one) => one.id === id);
  const update = (id: string, edit: (conversation: Conversation) => Partial<Conversation>) =>
    setState(({ all }) => ({
      all: all.map((one) => (one.id === id ? { ...one, ...edit(one), changedAt: epochMs() } : one)),
    }));
  const waiting = new Set<string>();
  // encrypting a long conversation takes a task, and once is enough for several changes
  const save = (id: string) => {
    if (waiting.has(id)) return;
    waiting.add(id);
    options.clock.after(0, () => {
      waiting.delete(id);
      const conversation = find(id);
      if (conversation && conversation.messages.length > 0) void stored.write(conversation);
    });
  };

  return {
    ...toReadable(store),
    async load() {
      const earlier = await stored.read();
      setState(({ all, activeId }) => {
        const known = new Set(all.map(({ id }) => id));
        const isUsed = find(activeId)?.messages.length !== 0;
        return {
          all: [...earlier.filter(({ id }) => !known.has(id)), ...all],
          activeId: isUsed ? activeId : (earlier.at(-1)?.id ?? activeId),
        };
      });
    },
    find,
    begin() {
      const { all, activeId } = getState();
      const active = find(activeId);
      if (active && active.messages.length === 0) return;
      // the system prompt of a recording is seen where it was opened only
      const next = empty(active?.recorded ? { ...active, systemPrompt: "" } : active);
      setState({ all: [...all, next], activeId: next.id });
    },
    copyFor(id, variants) {
      const source = find(id);
      if (!source) return [];
      const comparison = newId();
      const copies = variants.map((variant) => ({
        ...source,
        ...variant,
        id: newId(),
        comparison,
      }));
      setState(({ all, activeId }) => ({
        all: [...all.filter((one) => one.id !== id || one.messages.length > 0), ...copies],
        activeId: copies[0]?.id ?? activeId,
      }));
      return copies.map((copy) => copy.id);
    },
    separate(id) {
      update(id, () => ({ comparison: undefined }));
      setState({ activeId: id });
      save(id);
    },
    show: (activeId) => setState({ activeId }),
    remove(id) {
      void stored.remove(id);
      setState(({ all, activeId }) => {
        const rest = all.filter((one) => one.id !== id);
        const left = rest.length > 0 ? rest : [empty()];
        return { all: left, activeId: activeId === id ? (left.at(-1)?.id ?? "") : activeId };
      });
    },
    change(id, settings) {
      update(id, () => settings);
      save(id);
    },
    addContent: (id, content) =>
      update(id, ({ addedContent = [] }) => ({
        addedContent: [...addedContent.filter((other) => !replaces(content, other)), content],
      })),
    clearAddedContent: (id) => update(id, () => ({ addedContent: [] })),
    removeContent: (id, content) =>
      update(id, ({ addedContent = [] }) => ({
        addedContent: addedContent.filter((other) => other !== content),
      })),
    setApproval(id, tool, mode) {
      const key = toolKey(tool);
      update(id, ({ approvals: { [key]: _, ...others } }) => ({
        approvals: mode ? { ...others, [key]: createApproval(mode, tool.definition) } : others,
      }));
      save(id);
      if (mode === "always") consents.note([tool], `conversation ${id}`, true);
    },
    append: (id, message) =>
      update(id, ({ messages, recorded }) => ({
        messages: [...messages, message],
        leaf: message.id,
        recorded: recorded && (message.kind === "user" ? "continued" : recorded),
      })),
    editReply: (id, replyId, edit) =>
      update(id, ({ messages }) => ({
        messages: messages.map((message) =>
          message.id === replyId && message.kind === "reply" ? edit(message) : message,
        ),
      })),
    showBranch: (id, messageId, isEnd = false) =>
      update(id, (conversation) => ({
        leaf: isEnd ? messageId : newestLeaf(conversation, messageId),
      })),
    recorded: (serverId) => recordChats(getState().all, serverId),
    addRecorded(values, serverId) {
      const added = readRecordedChats(values, serverId, empty);
      const [first] = added;
      if (first) setState(({ all }) => ({ all: [...all, ...added], activeId: first.id }));
    },
    save,
  };
}

function replaces(content: AddedContent, other: AddedContent): boolean {
  const isSameTool = content.serverId === other.serverId && content.tool === other.tool;
  return content.kind !== "message" && other.kind === content.kind && isSameTool;
}
