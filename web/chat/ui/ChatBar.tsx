/** The line above the columns: which conversation is shown, its tools, and what can be done with it. */
import { Download, Ellipsis, Plus, Settings2, Trash2 } from "lucide-react";
import { memo, useDeferredValue, useMemo } from "react";
import { useStore } from "zustand";
import { formatCount } from "../../messages/quantities.ts";
import { saveFile } from "../../platform/saveFile.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import type { Choice } from "../../ui/fields/choice.ts";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { Menu } from "../../ui/overlays/Menu.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { type Conversation, listedConversations, titleOf } from "../store/conversation.ts";
import { conversationMarkdown } from "../store/conversationMarkdown.ts";
import { tokensOfTools } from "../store/offered.ts";
import styles from "./Chat.module.css";
import { ChatSections } from "./ChatSections.tsx";
import type { ChatProps, ShowsConversations } from "./chatProps.ts";
import { useTickedTools } from "./useServerTools.ts";

interface ChatBarProps extends ChatProps, ShowsConversations {
  readonly isSetupShown: boolean;
  readonly onSetup: () => void;
}

export function ChatBar({ chats, shown, isSetupShown, onSetup }: ChatBarProps) {
  const { conversations } = chats;
  const all = useDeferredValue(useStore(conversations).all);
  const [{ id, isDry, ticked }] = shown;
  const tools = useTickedTools(ticked);
  const known = useTickedTools().length;
  const tokens = useMemo(() => tokensOfTools(tools), [tools]);
  const choices = useMemo(() => choicesOf(all), [all]);
  return (
    <Row wraps className={styles.bar}>
      <ChatSections chats={chats} />
      <Picker choices={choices} value={id} onChange={conversations.show} />
      <Button
        variant="quiet"
        aria-label="New conversation"
        icon={Plus}
        onPress={conversations.begin}
      >
        New
      </Button>
      <Button icon={Settings2} aria-expanded={isSetupShown} onPress={onSetup}>
        {tools.length < known && `${tools.length.toLocaleString("en")} of `}
        {formatCount(known, "tool")} · {formatCount(tokens, "token")}
      </Button>
      <Switch
        label="Dry run"
        isSelected={isDry}
        onChange={(next) => {
          for (const one of shown) conversations.change(one.id, { isDry: next });
        }}
      />
      <Menu
        label="Conversation actions"
        trigger={<IconButton label="Conversation actions" icon={Ellipsis} />}
        actions={[
          {
            id: "export",
            label: "Export as Markdown",
            icon: Download,
            isDisabled: shown.every(({ messages }) => messages.length === 0),
            onAction: () => saveFile("conversation.md", "text/markdown", markdownOf(shown)),
          },
          {
            id: "delete",
            label: "Delete conversation",
            icon: Trash2,
            isDanger: true,
            onAction() {
              for (const one of shown) chats.remove(one.id);
            },
          },
        ]}
      />
    </Row>
  );
}

interface PickerProps {
  readonly choices: readonly Choice<string>[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

// a message that is sent changes the list, and does not wait for it
const Picker = memo(function Picker(props: PickerProps) {
  return <Select label="Conversation" hideLabel isQuiet {...props} className={styles.picker} />;
});

function markdownOf(shown: readonly Conversation[]): string {
  return shown.map((one) => conversationMarkdown(one)).join("\n");
}

function choicesOf(all: readonly Conversation[]) {
  return listedConversations(all).map(({ conversation, columns }) => {
    const title = titleOf(conversation) ?? "New conversation";
    const label = columns > 1 ? `${title} (${formatCount(columns, "column")})` : title;
    return { id: conversation.id, label };
  });
}
