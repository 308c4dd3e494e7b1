/** The tab Chat: conversations with models over the tools of open servers. */
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { useModelStores } from "../../sampling/hooks/useModelStores.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useOnDemand } from "../../stores/useOnDemand.ts";
import { Stack } from "../../ui/primitives/Layout.tsx";
import { chatModel } from "../store/chatModels.ts";
import { branchOf, shownWith } from "../store/conversation.ts";
import { sharedLength, turnSummary } from "../store/turnSummary.ts";
import styles from "./Chat.module.css";
import { ChatBar } from "./ChatBar.tsx";
import { ChatSetup } from "./ChatSetup.tsx";
import { Column } from "./Column.tsx";
import { ColumnDifferences, SharedMessages } from "./ComparedColumns.tsx";
import type { ChatProps, ShowsCalls, ShowsConversations } from "./chatProps.ts";
import { EvalsView } from "./evals/EvalsView.tsx";
import { MessageField } from "./MessageField.tsx";

interface ChatViewProps extends ShowsCalls {
  /** The requests of servers that wait for the user. */
  readonly requests: ReactNode;
}

export function ChatView(props: ChatViewProps) {
  const chats = useOnDemand(useStores().chat);
  return chats && <Conversations {...props} chats={chats} />;
}

function Conversations(props: ChatViewProps & ChatProps) {
  const { chats, requests, renderApp } = props;
  const { isShown: areEvalsShown } = useStore(chats.evals);
  const { all, activeId } = useStore(chats.conversations);
  const [isSetupShown, showSetup] = useState(false);
  const active = all.find(({ id }) => id === activeId);
  if (areEvalsShown) return <EvalsView chats={chats} />;
  if (!active) return null;
  const shown = shownWith(active, all);
  return (
    <Stack gap={0} className={styles.chat}>
      <ChatBar
        chats={chats}
        shown={shown}
        isSetupShown={isSetupShown}
        onSetup={() => showSetup(!isSetupShown)}
      />
      {isSetupShown && <ChatSetup chats={chats} shown={shown} />}
      <Shown chats={chats} shown={shown} renderApp={renderApp} />
      {requests}
      <MessageField key={active.id} chats={chats} shown={shown} />
    </Stack>
  );
}

/** The conversation, or those that are compared: what they have in common is above the columns. */
function Shown({ chats, shown, renderApp }: ChatProps & ShowsConversations & ShowsCalls) {
  const { models } = useStore(useModelStores().models);
  const isRunning = useStore(chats.turns, ({ running }) => shown.some(({ id }) => running.has(id)));
  const [first] = shown;
  const isCompared = shown.length > 1;
  const branches = shown.map((one) => branchOf(one));
  const shared = isCompared ? sharedLength(branches) : 0;
  const hasPrompts = shown.some(({ systemPrompt }) => systemPrompt !== first.systemPrompt);
  const columns = shown.map(({ id, modelId }, at) => {
    const { name } = chatModel(models, modelId);
    return {
      id,
      label: hasPrompts ? `${name}, system prompt ${at + 1}` : name,
      summary: turnSummary(branches[at] ?? []),
    };
  });
  return (
    <Stack gap={0} className={styles.scroll} data-scroll>
      {isCompared && (
        <SharedMessages
          key={first.id}
          chats={chats}
          conversation={first}
          messages={branches[0]?.slice(0, shared) ?? []}
          columns={shown.length}
          renderApp={renderApp}
        />
      )}
      <div className={styles.columns} data-count={shown.length}>
        {shown.map((conversation, at) => (
          <Column
            key={conversation.id}
            chats={chats}
            conversation={conversation}
            label={columns[at]?.label ?? ""}
            shared={shared}
            shown={shown}
            renderApp={renderApp}
          />
        ))}
      </div>
      {isCompared && !isRunning && <ColumnDifferences columns={columns} />}
    </Stack>
  );
}
