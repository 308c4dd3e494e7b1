/** The tab Chat: conversations with models over the tools of open servers. */
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { useStores } from "../../stores/StoresContext.tsx";
import { useOnDemand } from "../../stores/useOnDemand.ts";
import { shownWith } from "../store/conversation.ts";
import styles from "./Chat.module.css";
import { ChatBar } from "./ChatBar.tsx";
import { ChatSetup } from "./ChatSetup.tsx";
import { Column } from "./Column.tsx";
import type { ChatProps, ShowsCalls } from "./chatProps.ts";
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
    <div className={styles.chat}>
      <ChatBar
        chats={chats}
        shown={shown}
        isSetupShown={isSetupShown}
        onSetup={() => showSetup(!isSetupShown)}
      />
      {isSetupShown && <ChatSetup chats={chats} shown={shown} />}
      <div className={styles.columns} data-count={shown.length}>
        {shown.map((conversation) => (
          <Column
            key={conversation.id}
            chats={chats}
            conversation={conversation}
            shown={shown}
            renderApp={renderApp}
          />
        ))}
      </div>
      {requests}
      <MessageField key={active.id} chats={chats} shown={shown} />
    </div>
  );
}
