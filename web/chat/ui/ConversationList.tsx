/** The conversations of this browser in the history, newest first; pressing one opens it in Chat. */
import { useDeferredValue, useMemo } from "react";
import { useStore } from "zustand";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { formatCount, formatDateTime } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useOnDemand } from "../../stores/useOnDemand.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { RowButton } from "../../ui/lists/RowButton.tsx";
import { RowList } from "../../ui/lists/RowList.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { listedConversations, textForModel, titleOf } from "../store/conversation.ts";
import styles from "./Chat.module.css";
import type { ChatProps } from "./chatProps.ts";

interface ConversationListProps {
  /** Words that a message of the user must have. */
  readonly query: string;
}

export function ConversationList({ query }: ConversationListProps) {
  const chats = useOnDemand(useStores().chat);
  return chats && <List chats={chats} query={query} />;
}

function List({ chats: { conversations, evals }, query }: ChatProps & ConversationListProps) {
  const { view } = useStores();
  const { all } = useStore(conversations);
  const words = useDeferredValue(query).toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const listed = useMemo(
    () =>
      listedConversations(all).flatMap(({ conversation, columns }) => {
        const asked = conversation.messages.filter((message) => message.kind === "user");
        const title = titleOf(conversation);
        return title === undefined ? [] : [{ conversation, columns, title, asked }];
      }),
    [all],
  );
  const found = listed.filter(({ asked }) => {
    const text = asked.map(textForModel).join("\n").toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (found.length === 0) {
    return (
      <EmptyState title={listed.length === 0 ? "No conversations yet" : "No conversation found"}>
        They stay here, encrypted in this browser.
      </EmptyState>
    );
  }
  const open = (id: string) => {
    conversations.show(id);
    evals.show(false);
    view.showPane("chat");
  };
  return (
    <RowList label="Conversations" items={found} keyOf={({ conversation }) => conversation.id}>
      {({ conversation: { id, changedAt }, columns, title, asked }) => (
        <RowButton onPress={() => open(id)}>
          <Text isCut className={styles.listed}>
            {exactLine(title)}
          </Text>
          <Text size="meta" tone="muted" isNumeric>
            {columns > 1 && `${formatCount(columns, "column")} · `}
            {formatCount(asked.length, "turn")} · {formatDateTime(changedAt)}
          </Text>
        </RowButton>
      )}
    </RowList>
  );
}
