/** The field for the next message, with the models that answer it. */
import { Send, Square } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { useModelStores } from "../../stores/useModelStores.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { submitArea } from "../../ui/submitArea.ts";
import { chatModel, scriptedModel } from "../store/chatModels.ts";
import { type Conversation, isSendable } from "../store/conversation.ts";
import styles from "./Chat.module.css";
import { type Compared, CompareSetup, variantsOf } from "./CompareSetup.tsx";
import { ContextBar } from "./ContextBar.tsx";
import type { ChatProps } from "./chatProps.ts";
import { FromApps } from "./FromApps.tsx";

interface MessageFieldProps extends ChatProps {
  /** The conversations that get the message. */
  readonly shown: readonly Conversation[];
}

export function MessageField({ chats, shown }: MessageFieldProps) {
  const [text, setText] = useState("");
  const [compared, setCompared] = useState<Compared>();
  const running = useStore(chats.turns, (state) => state.running);
  const [only] = shown;
  const busy = shown.filter(({ id }) => running.has(id));
  const isEmpty =
    !shown.some(({ fromApps }) => isSendable(text, fromApps)) ||
    (compared !== undefined && variantsOf(compared).length === 0);
  const send = () => {
    if (isEmpty || busy.length > 0) return;
    setText("");
    if (compared && only) {
      setCompared(undefined);
      chats.compare(only.id, text, variantsOf(compared));
    } else for (const { id } of shown) void chats.send(id, text);
  };
  return (
    <Stack className={styles.field}>
      {compared && <CompareSetup compared={compared} onChange={setCompared} />}
      {shown.map(({ id, fromApps = [] }) => (
        <FromApps
          key={id}
          fromApps={fromApps}
          onRemove={(content) => chats.conversations.removeFromApp(id, content)}
        />
      ))}
      <div {...submitArea(send)}>
        <TextArea
          label="Message"
          hideLabel
          placeholder="Ask for something that your tools can do"
          rows={2}
          value={text}
          onChange={setText}
        />
      </div>
      <Row wraps>
        {busy.length > 0 ? (
          <Button
            icon={Square}
            onPress={() => {
              for (const { id } of busy) chats.turns.stop(id);
            }}
          >
            Stop
          </Button>
        ) : (
          <Button variant="primary" icon={Send} isDisabled={isEmpty} onPress={send}>
            Send
          </Button>
        )}
        {only && shown.length === 1 && <ModelSelect chats={chats} conversation={only} />}
        {only && shown.length === 1 && (
          <Button
            variant="quiet"
            aria-expanded={compared !== undefined}
            onPress={() =>
              setCompared(compared ? undefined : { models: [], prompts: [only.systemPrompt] })
            }
          >
            Compare
          </Button>
        )}
        {only && <ContextBar conversation={only} />}
      </Row>
    </Stack>
  );
}

function ModelSelect({ chats, conversation }: ChatProps & { conversation: Conversation }) {
  const { models } = useStore(useModelStores().models);
  const { id, modelId } = conversation;
  return (
    <Select
      label="Model"
      hideLabel
      isQuiet
      choices={[...models.map((model) => ({ id: model.id, label: model.name })), scriptedChoice]}
      value={chatModel(models, modelId).id}
      onChange={(next) => chats.conversations.change(id, { modelId: next })}
      className={styles.picker}
    />
  );
}

const scriptedChoice = { id: scriptedModel.id, label: scriptedModel.name };
