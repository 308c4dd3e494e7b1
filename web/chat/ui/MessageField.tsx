/** The field for the next message, with the models that answer it. */
import { Send, Square } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { useModelStores } from "../../stores/useModelStores.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { submitArea } from "../../ui/submitArea.ts";
import { chatModel, scriptedModel } from "../store/chatModels.ts";
import type { Conversation } from "../store/conversation.ts";
import styles from "./Chat.module.css";
import type { ChatProps } from "./chatProps.ts";

interface MessageFieldProps extends ChatProps {
  /** The conversations that get the message. */
  readonly shown: readonly Conversation[];
}

/** Models that answer side by side. */
const maxCompared = 8;

export function MessageField({ chats, shown }: MessageFieldProps) {
  const [text, setText] = useState("");
  const [compared, setCompared] = useState<readonly string[]>();
  const running = useStore(chats.turns, (state) => state.running);
  const [only] = shown;
  const busy = shown.filter(({ id }) => running.has(id));
  const isEmpty = text.trim() === "" || (compared !== undefined && compared.length === 0);
  const send = () => {
    if (isEmpty || busy.length > 0) return;
    setText("");
    if (compared && only) {
      setCompared(undefined);
      chats.compare(only.id, text, compared);
    } else for (const { id } of shown) void chats.send(id, text);
  };
  return (
    <Stack className={styles.field}>
      {compared && <Models compared={compared} onChange={setCompared} />}
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
      <Row>
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
        {shown.length === 1 && (
          <Button
            variant="quiet"
            aria-expanded={compared !== undefined}
            onPress={() => setCompared(compared ? undefined : [])}
          >
            Compare models
          </Button>
        )}
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

interface ModelsProps {
  readonly compared: readonly string[];
  readonly onChange: (compared: readonly string[]) => void;
}

function Models({ compared, onChange }: ModelsProps) {
  const { models } = useStore(useModelStores().models);
  const all = [...models.map(({ id, name }) => ({ id, name })), scriptedModel];
  return (
    <fieldset className={styles.ticks}>
      <legend>Models that answer</legend>
      <Row wraps gap={3}>
        {all.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            isSelected={compared.includes(id)}
            isDisabled={!compared.includes(id) && compared.length >= maxCompared}
            onChange={(isChosen) =>
              onChange(isChosen ? [...compared, id] : compared.filter((one) => one !== id))
            }
          />
        ))}
      </Row>
    </fieldset>
  );
}
