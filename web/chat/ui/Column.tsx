/** The messages of one conversation; beside others, with what its model did in figures. */
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { useModelStores } from "../../stores/useModelStores.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { chatModel } from "../store/chatModels.ts";
import { branchOf, type Conversation } from "../store/conversation.ts";
import { turnSummary } from "../store/turnSummary.ts";
import styles from "./Chat.module.css";
import { CompareFigures } from "./CompareFigures.tsx";
import type { ChatProps, ShowsCalls } from "./chatProps.ts";
import { Messages } from "./Messages.tsx";
import { RunningReply } from "./ModelReply.tsx";

interface ColumnProps extends ChatProps, ShowsCalls {
  readonly conversation: Conversation;
  /** All that are shown side by side. */
  readonly shown: readonly Conversation[];
  /** Finds models, for a conversation that has none yet. */
  readonly findModels: ReactNode;
}

/** How far from the end the newest text is still followed. */
const followedPx = 400;

export function Column(props: ColumnProps) {
  const { chats, conversation, shown, findModels, renderApp } = props;
  const { id, modelId, systemPrompt } = conversation;
  const isCompared = shown.length > 1;
  const { models } = useStore(useModelStores().models);
  const { name } = chatModel(models, modelId);
  const hasPrompts = shown.some((one) => one.systemPrompt !== systemPrompt);
  const label = hasPrompts ? `${name}, system prompt ${shown.indexOf(conversation) + 1}` : name;
  const turn = useStore(chats.turns, ({ running }) => running.get(id));
  const end = useRef<HTMLDivElement>(null);
  const branch = useMemo(() => branchOf(conversation), [conversation]);
  const last = branch.at(-1);
  const isAsked = last?.kind === "user";
  useEffect(() => {
    const pane = end.current?.closest("[data-count]");
    if (!pane || (last?.id === undefined && !turn)) return;
    // who has scrolled up to read stays there while a reply grows
    const below = pane.scrollHeight - pane.scrollTop - pane.clientHeight;
    if (isAsked || below < followedPx) pane.scrollTop = pane.scrollHeight;
  }, [last?.id, isAsked, turn]);
  return (
    <section
      aria-label={isCompared ? `Conversation with ${label}` : "Conversation"}
      aria-busy={turn !== undefined}
      data-compared={isCompared || undefined}
      className={styles.column}
    >
      {isCompared && (
        <CompareFigures
          name={name}
          systemPrompt={hasPrompts ? systemPrompt : undefined}
          summary={turnSummary(branch)}
          all={shown.map((one) => turnSummary(branchOf(one)))}
          onContinue={() => chats.conversations.separate(id)}
        />
      )}
      <div className={styles.messages}>
        {branch.length === 0 && !turn && <Empty>{models.length === 0 && findModels}</Empty>}
        <Messages chats={chats} conversation={conversation} branch={branch} renderApp={renderApp} />
        {turn && !turn.isCalling && <RunningReply turn={turn} />}
        <div ref={end} />
      </div>
    </section>
  );
}

function Empty({ children }: { readonly children: ReactNode }) {
  return (
    <EmptyState title="Would a model pick your tool?" actions={children}>
      Ask for something that your tools can do. Every request to the model and every call is in
      Traffic. The scripted model needs no key.
    </EmptyState>
  );
}
