/** The messages of one conversation; beside others, with what its model did in figures. */
import { MessageSquareText, Plus } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { useModelStores } from "../../sampling/hooks/useModelStores.ts";
import { useActiveId } from "../../servers/hooks/useOpenServers.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useAddModel } from "../hooks/useAddModel.ts";
import { chatModel } from "../store/chatModels.ts";
import { branchOf, type Conversation } from "../store/conversation.ts";
import { exampleMessages } from "../store/exampleMessages.ts";
import { turnSummary } from "../store/turnSummary.ts";
import styles from "./Chat.module.css";
import { CompareFigures } from "./CompareFigures.tsx";
import type { ChatProps, ShowsCalls, ShowsConversations } from "./chatProps.ts";
import { Messages } from "./Messages.tsx";
import { RunningReply } from "./ModelReply.tsx";
import { useTickedTools } from "./useServerTools.ts";

interface ColumnProps extends ChatProps, ShowsConversations, ShowsCalls {
  readonly conversation: Conversation;
}

/** How far from the end the newest text is still followed. */
const followedPx = 400;

export function Column(props: ColumnProps) {
  const { chats, conversation, shown, renderApp } = props;
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
  const scrollToEnd = useCallback((nearPx: number) => {
    // the next frame lays out the page anyway
    requestAnimationFrame(() => {
      const pane = end.current?.closest("[data-count]");
      if (!pane) return;
      const below = pane.scrollHeight - pane.scrollTop - pane.clientHeight;
      if (below < nearPx) pane.scrollTop = pane.scrollHeight;
    });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who has scrolled up to read stays there while a reply grows
  useEffect(() => scrollToEnd(followedPx), [last, turn]);
  const showAsked = useCallback(() => scrollToEnd(Number.POSITIVE_INFINITY), [scrollToEnd]);
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
        {branch.length === 0 && !turn && (
          <Empty chats={chats} shown={shown} hasModels={models.length > 0} />
        )}
        <Messages
          chats={chats}
          conversation={conversation}
          branch={branch}
          onAsked={showAsked}
          renderApp={renderApp}
        />
        {turn && !turn.isCalling && <RunningReply turn={turn} />}
        <div ref={end} />
      </div>
    </section>
  );
}

interface EmptyProps extends ChatProps, ShowsConversations {
  readonly hasModels: boolean;
}

/** Suggests messages; one that is chosen is not sent yet, because servers name the tools. */
function Empty({ chats, shown: [{ id, ticked }], hasModels }: EmptyProps) {
  const addModel = useAddModel(chats, id);
  const tools = useTickedTools(ticked);
  const activeId = useActiveId();
  const examples = useMemo(() => exampleMessages(tools, activeId), [tools, activeId]);
  const unsent = useStore(chats.unsent, (all) => all.get(id));
  return (
    <EmptyState
      title="Would a model pick your tool?"
      actions={
        <>
          {examples.map((text) => (
            <Button
              key={text}
              icon={MessageSquareText}
              onPress={() => chats.unsent.change(id, { ...unsent, text })}
            >
              {exactLine(text)}
            </Button>
          ))}
          {!hasModels && (
            <Button icon={Plus} onPress={addModel}>
              Add a model
            </Button>
          )}
        </>
      }
    >
      Every request to the model and every call is in Traffic. The scripted model needs no key.
    </EmptyState>
  );
}
