/** Runs the turns of conversations: streams replies, asks before calls, and adds what was said. */
import { createStore } from "zustand/vanilla";
import { type Clock, sleep } from "../../../shared/core/clock.ts";
import { parseAnyJson } from "../../../shared/core/json/jsonObject.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { noteAct } from "../../../shared/log/notes/actNotes.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import {
  decideApproval,
  isOutdated,
  type ToolApproval,
} from "../../../shared/models/agent/approval.ts";
import type { OfferedTool } from "../../../shared/models/agent/offeredTools.ts";
import type { ToolCallEnd } from "../../../shared/models/agent/toolResults.ts";
import { runTurn, type ToolUse, type TurnEvent } from "../../../shared/models/agent/turn.ts";
import {
  isSameDefinition,
  type KnownConsent,
  type ToolConsents,
} from "../../calls/store/toolConsents.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { appendDelta, type StreamedBlock } from "../../sampling/store/generations.ts";
import type { ModelsStore } from "../../sampling/store/models.ts";
import type { GenerationEnd, RunModel } from "../../sampling/store/runModel.ts";
import type { OpenServer } from "../../servers/store/connections/openServers.ts";
import { callTool, currentTool, type ToolCalls } from "./callTool.ts";
import { askModel, type ChatModel, chatModel } from "./chatModels.ts";
import {
  branchOf,
  type ChatCall,
  type Conversation,
  closedCall,
  type ReplyMessage,
  samplingMessages,
  serversOfResults,
  toolKey,
} from "./conversation.ts";
import type { Conversations } from "./conversations.ts";
import { modelToolsOf, tickedTools } from "./offered.ts";

/** A turn that runs. */
export interface RunningTurn {
  readonly model: ChatModel;
  /** Milliseconds on the tab's clock. */
  readonly startedAt: number;
  /** The reply that streams. */
  readonly blocks: readonly StreamedBlock[];
  /** Whether the reply is complete, and its tools are called. */
  readonly isCalling: boolean;
}

/** How the user answers the question whether a tool may be called. */
export type ApprovalAnswer = "once" | "always" | "refuse" | "never";

/** A question about a call. */
interface AskedCall {
  /** Differs for each question. */
  readonly key: number;
  /** Milliseconds on the tab's clock. */
  readonly askedAt: number;
  /** The definition that was agreed to, and that of the tool now, if they differ. */
  readonly change: { readonly before: unknown; readonly after: unknown } | undefined;
}

interface ChatTurnsState {
  /** By conversation. */
  readonly running: ReadonlyMap<string, RunningTurn>;
  /** By {@link questionKey}. */
  readonly asked: ReadonlyMap<string, AskedCall>;
}

/** @param callId of the call that is asked about */
export const questionKey = (conversationId: string, callId: string): string =>
  `${conversationId} ${callId}`;

export interface ChatTurns extends ReadableStore<ChatTurnsState> {
  /** Sends the branch that is shown to the model; does nothing while a turn runs. */
  run(id: string): Promise<void>;
  isRunning(id: string): boolean;
  stop(id: string): void;
  /** Answers the question about a call. */
  answer(id: string, callId: string, answer: ApprovalAnswer): void;
}

export interface ChatTurnsOptions extends ToolCalls {
  readonly consents: ToolConsents;
  readonly models: ModelsStore;
  readonly run: RunModel;
  readonly openServers: ReadableStore<readonly OpenServer[]>;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly newId: () => string;
}

interface Asked {
  readonly model: ChatModel;
  /** That of the turn. */
  readonly act: string;
}

/** Milliseconds between drawings of a reply that streams. */
const drawMs = 50;

export function createChatTurns(
  conversations: Conversations,
  options: ChatTurnsOptions,
): ChatTurns {
  const { consents, models, run, openServers, log, clock, newId } = options;
  const store = createStore<ChatTurnsState>(() => ({
    running: new Map(),
    asked: new Map(),
  }));
  const controls = new Map<string, AbortController>();
  // turns belong to no server's connection
  const record = createRecorder(log, newId());
  /** Settles the question about a call, by conversation and call. */
  const questions = new Map<string, (answer: ApprovalAnswer) => void>();
  const { find, editReply } = conversations;

  const setTurn = (id: string, turn: RunningTurn | undefined) =>
    store.setState(({ running }) => {
      const next = new Map(running);
      if (turn) next.set(id, turn);
      else next.delete(id);
      return { running: next };
    });
  const setCall = (
    id: string,
    replyId: string,
    callId: string,
    change: Partial<Pick<ChatCall, "state" | "seq">>,
  ) =>
    editReply(id, replyId, (reply) => ({
      ...reply,
      calls: reply.calls.map((call) => (call.id === callId ? { ...call, ...change } : call)),
    }));

  let asked = 0;
  const setAsked = (key: string, question: AskedCall | undefined) =>
    store.setState((state) => {
      const next = new Map(state.asked);
      if (question) next.set(key, question);
      else next.delete(key);
      return { asked: next };
    });

  /** Asks the user; a stopped turn counts as refused. */
  const ask = (
    key: string,
    change: AskedCall["change"],
    signal: AbortSignal,
  ): Promise<ApprovalAnswer> =>
    new Promise((resolve) => {
      const settle = (answer: ApprovalAnswer) => {
        questions.delete(key);
        setAsked(key, undefined);
        resolve(answer);
      };
      if (signal.aborted) return settle("refuse");
      setAsked(key, { key: asked++, askedAt: clock.now(), change });
      questions.set(key, settle);
      signal.addEventListener("abort", () => settle("refuse"), { once: true });
    });

  const call = async (
    id: string,
    replyId: string,
    use: ToolUse & { readonly tool: OfferedTool },
    { model, act }: Asked,
    signal: AbortSignal,
  ): Promise<ToolCallEnd> => {
    const caller = `conversation ${id}` as const;
    const key = toolKey(use.tool);
    let tool = await currentTool(options, use.tool);
    // it may change while the question is open
    for (let isAgreed = false; !isAgreed; ) {
      const conversation = find(id);
      if (!conversation) return { kind: "none", text: "The conversation was removed." };
      const approval = conversation.approvals[key];
      const change = changeOf(tool, approval, consents.check(tool, caller));
      const results = serversOfResults(conversation);
      const decision = decideApproval(tool, approval?.mode, results, change !== undefined);
      const refused = { kind: "none", text: "The user does not allow this call." } as const;
      if (decision.kind === "refuse") return refused;
      if (decision.kind === "run") break;
      setCall(id, replyId, use.id, { state: { kind: "asks", reason: decision.reason } });
      const answer = await ask(questionKey(id, use.id), change, signal);
      if (answer === "always" || answer === "never") {
        conversations.setApproval(id, tool, answer);
      }
      if (answer === "refuse" || answer === "never") return refused;
      if (answer === "once") consents.note([tool], caller, false);
      const { definition } = tool;
      tool = await currentTool(options, tool);
      isAgreed = isSameDefinition(tool.definition, definition);
    }
    setCall(id, replyId, use.id, { state: { kind: "runs" } });
    const initiator = { kind: "model", id: model.name, act } as const;
    return callTool(options, { ...use, tool }, initiator, signal, (seq) =>
      setCall(id, replyId, use.id, { seq }),
    );
  };

  const runTurnOf = async (
    conversation: Conversation,
    { model, act }: Asked,
    signal: AbortSignal,
  ): Promise<void> => {
    const { id, systemPrompt, maxTokens, limits, isDry, ticked } = conversation;
    let blocks: StreamedBlock[] = [];
    let seq: number | undefined;
    let isDue = false;
    let replyId = "";
    const begin = () => {
      blocks = [];
      setTurn(id, { model, startedAt: clock.now(), blocks, isCalling: false });
    };
    const draw = () => {
      isDue = false;
      const turn = store.getState().running.get(id);
      if (turn) setTurn(id, { ...turn, blocks: [...blocks] });
    };
    const addReply = ({ end, content, uses }: TurnEvent<GenerationEnd> & { kind: "reply" }) => {
      replyId = newId();
      conversations.append(id, {
        kind: "reply",
        id: replyId,
        parent: find(id)?.leaf ?? "",
        modelName: model.name,
        content,
        reasoning: reasoningOf(blocks),
        calls: uses.map(({ id: callId, name, input, tool }) => ({
          id: callId,
          offeredName: name,
          tool: tool && { serverId: tool.serverId, name: tool.name },
          input,
          state: { kind: "open" },
        })),
        figures: figuresOf(end),
        ...failedOf(end, model),
        ...(seq !== undefined && { seq }),
      });
      blocks = [];
      setTurn(id, { model, startedAt: clock.now(), blocks, isCalling: true });
    };
    const turn = runTurn<GenerationEnd>({
      messages: samplingMessages(branchOf(conversation)),
      systemPrompt,
      maxTokens,
      tools: tickedTools(modelToolsOf(openServers.getState()), ticked),
      limits,
      isDry,
      signal,
      now: clock.now,
      async generate(params) {
        begin();
        // writing the request of a long conversation takes a task
        await sleep(clock, 0);
        return askModel({ run, clock }, model, params, {
          initiator: { kind: "user", act },
          signal,
          maxTokens,
          onRequest(at) {
            seq = at;
          },
          onDelta(delta) {
            appendDelta(blocks, delta);
            if (isDue) return;
            isDue = true;
            clock.after(drawMs, draw);
          },
        });
      },
      call: (use) => call(id, replyId, use, { model, act }, signal),
    });
    let next = await turn.next();
    for (; !next.done; next = await turn.next()) {
      if (next.value.kind === "reply") addReply(next.value);
      else {
        for (const sent of next.value.results) {
          const state = { kind: "done", sent } as const;
          setCall(id, replyId, String(sent.block.toolUseId), { state });
        }
      }
      conversations.save(id);
    }
    const end = next.value;
    if (end.kind === "answered") return;
    editReply(id, replyId, (reply) => ({ ...reply, end, calls: reply.calls.map(closedCall) }));
  };

  return {
    ...toReadable(store),
    async run(id) {
      const conversation = find(id);
      if (!conversation || controls.has(id)) return;
      const control = new AbortController();
      controls.set(id, control);
      const model = chatModel(models.getState().models, conversation.modelId);
      const act = newId();
      noteAct(record, { act, text: questionOf(conversation) });
      try {
        // the message is drawn first
        await sleep(clock, 0);
        setTurn(id, { model, startedAt: clock.now(), blocks: [], isCalling: false });
        await sleep(clock, 0);
        await runTurnOf(conversation, { model, act }, control.signal);
      } finally {
        noteAct(record, { act, isEnded: true });
        controls.delete(id);
        setTurn(id, undefined);
        conversations.save(id);
      }
    },
    isRunning: (id) => controls.has(id),
    stop: (id) => controls.get(id)?.abort(),
    answer: (id, callId, answer) => questions.get(questionKey(id, callId))?.(answer),
  };
}

/** What the user asked last. */
function questionOf(conversation: Conversation): string {
  const asked = branchOf(conversation).findLast(({ kind }) => kind === "user");
  return asked?.kind === "user" ? asked.text : "";
}

/** How a tool differs from what was agreed to in the conversation, or else to another caller. */
function changeOf(
  { definition }: OfferedTool,
  approval: ToolApproval | undefined,
  known: KnownConsent,
): AskedCall["change"] {
  if (approval && isOutdated(approval, definition)) {
    return { before: parseAnyJson(approval.definition), after: definition };
  }
  if (approval?.mode === "always" || known.kind !== "changed") return undefined;
  return { before: known.before, after: definition };
}

function reasoningOf(blocks: readonly StreamedBlock[]): string {
  return blocks
    .filter(({ kind }) => kind === "reasoning")
    .map(({ text }) => text)
    .join("\n");
}

function figuresOf({ outcome, cost }: GenerationEnd): ReplyMessage["figures"] {
  const { elapsedMs, firstDeltaMs, usage, finishReason } = outcome;
  return { elapsedMs, firstDeltaMs, usage, finishReason, cost };
}

function failedOf(
  { outcome, relayFailure, isReached }: GenerationEnd,
  { configured }: ChatModel,
): Pick<ReplyMessage, "failed"> {
  if (outcome.kind === "reply" || !configured) return {};
  const { name, model, provider, route } = configured;
  const { failure } = outcome;
  return {
    failed: { failure, model: { name, model, provider, route }, relayFailure, isReached },
  };
}
