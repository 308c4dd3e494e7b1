/** The field for the next message, with the models that answer it. */
import { Columns2, Square } from "lucide-react";
import { memo, useId } from "react";
import { useStore } from "zustand";
import { addChoice } from "../../content/ModelComparison.tsx";
import { useCoarsePointer } from "../../platform/useMediaQuery.ts";
import { useModelStores } from "../../sampling/hooks/useModelStores.ts";
import type { ConfiguredModel } from "../../sampling/store/models.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { messageArea, submitArea } from "../../ui/submitArea.ts";
import { useAddModel } from "../hooks/useAddModel.ts";
import { chatModel, scriptedModel } from "../store/chatModels.ts";
import { type Conversation, isSendable } from "../store/conversation.ts";
import { type Compared, type UnsentMessage, variantsOf } from "../store/unsentMessages.ts";
import { AddedContents } from "./AddedContents.tsx";
import styles from "./Chat.module.css";
import { CompareSetup } from "./CompareSetup.tsx";
import { ContextBar } from "./ContextBar.tsx";
import type { ChatProps, ShowsConversations } from "./chatProps.ts";
import { RecordedPrompt } from "./RecordedPrompt.tsx";

const nothing: UnsentMessage = { text: "" };

export function MessageField({ chats, shown }: ChatProps & ShowsConversations) {
  const [only] = shown;
  const { text, compared } = useStore(chats.unsent, (all) => all.get(only.id)) ?? nothing;
  const change = (next: UnsentMessage) => chats.unsent.change(only.id, next);
  const { models } = useStore(useModelStores().models);
  const compare = () => comparedAtFirst(models, only);
  const hintId = useId();
  useStore(chats.turns, (state) => state.running);
  const asks = useStore(chats.turns, ({ asked }) =>
    [...asked.keys()].some((key) => shown.some(({ id }) => key.startsWith(`${id} `))),
  );
  // a turn is shown a moment after it began; the pressed button is Stop at once, and keeps the focus
  const busy = shown.filter(({ id }) => chats.turns.isRunning(id));
  // the keyboard of a touch screen has no Shift+Enter
  const isTouch = useCoarsePointer();
  const isEmpty =
    !shown.some(({ addedContent }) => isSendable(text, addedContent)) ||
    (compared !== undefined && variantsOf(compared).length === 0);
  const send = () => {
    if (isEmpty || busy.length > 0) return;
    chats.unsent.clear(only.id);
    if (compared) {
      chats.compare(only.id, text, variantsOf(compared));
    } else for (const { id } of shown) void chats.send(id, text);
  };
  return (
    <Stack className={styles.field}>
      {compared && (
        <CompareSetup compared={compared} onChange={(next) => change({ text, compared: next })} />
      )}
      <RecordedPrompt
        conversation={only}
        onRemove={() => chats.conversations.change(only.id, { systemPrompt: "" })}
      />
      {shown.map(({ id, addedContent = [] }) => (
        <AddedContents
          key={id}
          addedContent={addedContent}
          onRemove={(content) => chats.conversations.removeContent(id, content)}
        />
      ))}
      <div className={styles.message}>
        <div {...(isTouch ? submitArea(send) : messageArea(send))}>
          <TextArea
            label="Message"
            hideLabel
            placeholder={placeholderOf(asks, shown.length)}
            aria-describedby={hintId}
            rows={2}
            value={text}
            onChange={(next) => change({ text: next, compared })}
          />
        </div>
        <Row wraps gap={1}>
          {shown.length === 1 && !compared && (
            <ModelSelect chats={chats} id={only.id} modelId={only.modelId} />
          )}
          {shown.length === 1 && (
            <Button
              size="small"
              variant="quiet"
              icon={Columns2}
              aria-expanded={compared !== undefined}
              onPress={() => change({ text, compared: compared ? undefined : compare() })}
            >
              Compare
            </Button>
          )}
          <ContextBar conversation={only} />
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
            <Button variant="primary" isDisabled={isEmpty} onPress={send}>
              Send
              <Kbd keys="Enter" />
            </Button>
          )}
        </Row>
      </div>
      {!isTouch && (
        <p id={hintId} className={styles.hint}>
          Enter sends, Shift+Enter makes a new line
        </p>
      )}
    </Stack>
  );
}

function placeholderOf(asks: boolean, columns: number): string {
  if (asks) return "The model waits for your answer above";
  if (columns > 1) return columns === 2 ? "Ask both" : `Ask all ${columns}`;
  return "Ask for something that your tools can do";
}

/** The model that is chosen and one more, with the system prompt of the conversation. */
function comparedAtFirst(
  configured: readonly ConfiguredModel[],
  { modelId, systemPrompt }: Conversation,
): Compared {
  const chosen = chatModel(configured, modelId).id;
  const other = [...configured, scriptedModel].find(({ id }) => id !== chosen);
  return { models: [chosen, ...(other ? [other.id] : [])], prompts: [systemPrompt] };
}

type ModelSelectProps = ChatProps & Pick<Conversation, "id" | "modelId">;

const ModelSelect = memo(function ModelSelect({ chats, id, modelId }: ModelSelectProps) {
  const addModel = useAddModel(chats, id);
  const { models } = useStore(useModelStores().models);
  const choose = (next: string) =>
    next === addChoice.id ? addModel() : chats.conversations.change(id, { modelId: next });
  return (
    <Select
      label="Model"
      hideLabel
      isQuiet
      choices={[...[...models, scriptedModel].map(choiceOf), addChoice]}
      value={chatModel(models, modelId).id}
      onChange={choose}
      className={styles.picker}
    />
  );
});

const choiceOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  id,
  label: name,
});
