/** The line above a conversation: which one is shown, its model and tools, and what can be done with it. */
import { Download, Plus, Settings2, Trash2 } from "lucide-react";
import { useStore } from "zustand";
import { formatCount } from "../../messages/quantities.ts";
import { saveFile } from "../../platform/saveFile.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { type Conversation, titleOf } from "../store/conversation.ts";
import { conversationMarkdown } from "../store/conversationMarkdown.ts";
import { tickedTools, tokensOfTools } from "../store/offered.ts";
import styles from "./Chat.module.css";
import { ChatSections } from "./ChatSections.tsx";
import type { ChatProps } from "./chatProps.ts";
import { useServerTools } from "./useServerTools.ts";

interface ChatBarProps extends ChatProps {
  readonly conversation: Conversation;
  readonly isSetupShown: boolean;
  readonly onSetup: () => void;
}

export function ChatBar({ chats, conversation, isSetupShown, onSetup }: ChatBarProps) {
  const { conversations } = chats;
  const { all } = useStore(conversations);
  const tools = tickedTools(useServerTools(), conversation);
  const tokens = tokensOfTools(tools);
  const { id, isDry } = conversation;
  return (
    <Row wraps className={styles.bar}>
      <ChatSections chats={chats} />
      <Select
        label="Conversation"
        hideLabel
        isQuiet
        choices={all
          .map((one) => ({ id: one.id, label: titleOf(one) ?? "New conversation" }))
          .reverse()}
        value={id}
        onChange={conversations.show}
        className={styles.picker}
      />
      <IconButton label="New conversation" icon={Plus} onPress={conversations.begin} />
      <Button icon={Settings2} aria-expanded={isSetupShown} onPress={onSetup}>
        {formatCount(tools.length, "tool")} · {tokens.toLocaleString("en")} tokens
      </Button>
      <Switch
        label="Dry run"
        isSelected={isDry}
        onChange={(next) => conversations.change(id, { isDry: next })}
      />
      <IconButton
        label="Export as Markdown"
        icon={Download}
        isDisabled={conversation.messages.length === 0}
        onPress={() =>
          saveFile("conversation.md", "text/markdown", conversationMarkdown(conversation))
        }
      />
      <IconButton label="Delete conversation" icon={Trash2} onPress={() => chats.remove(id)} />
    </Row>
  );
}
