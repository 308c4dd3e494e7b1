/** A message of the user, which can be edited to begin another branch. */
import { ChevronLeft, ChevronRight, FlaskConical, Pencil, RotateCcw } from "lucide-react";
import { memo } from "react";
import { useStore } from "zustand";
import { Button, IconButton } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { branchOf, isSendable, type UserMessage } from "../store/conversation.ts";
import { evalCaseOf } from "../store/evalCaseOf.ts";
import { AddedContents } from "./AddedContents.tsx";
import styles from "./Chat.module.css";
import type { ChatProps } from "./chatProps.ts";

interface UserTextProps extends ChatProps {
  readonly conversationId: string;
  readonly message: UserMessage;
  /** The ids of the message and its alternatives; undefined if there are none. */
  readonly branches: readonly string[] | undefined;
}

export const UserText = memo(function UserText(props: UserTextProps) {
  const { chats, conversationId: id, message } = props;
  const { text, addedContent = [] } = message;
  const draft = useStore(chats.unsent, (all) => all.get(message.id)?.text);
  const setDraft = (next: string) => chats.unsent.change(message.id, { text: next });
  const close = () => chats.unsent.clear(message.id);
  const saveCase = () => {
    const conversation = chats.conversations.find(id);
    const added = conversation && evalCaseOf(conversation, branchOf(conversation), message.id);
    if (added) chats.evals.addCase(added);
  };
  if (draft !== undefined) {
    const send = () => {
      close();
      void chats.send(id, draft, message);
    };
    return (
      <article aria-label="You" className={styles.user}>
        <TextArea label="Edited message" value={draft} onChange={setDraft} autoFocus />
        <Row>
          <Button variant="primary" isDisabled={!isSendable(draft, addedContent)} onPress={send}>
            Send as a branch
          </Button>
          <Button onPress={close}>Cancel</Button>
        </Row>
      </article>
    );
  }
  return (
    <article aria-label="You" className={styles.user}>
      <AddedContents addedContent={addedContent} />
      {text !== "" && (
        <p dir="auto" className={styles.userText}>
          {text}
        </p>
      )}
      <Row gap={1}>
        <Branches {...props} />
        <Button
          variant="quiet"
          aria-label="Edit message"
          icon={Pencil}
          size="small"
          onPress={() => setDraft(text)}
        >
          Edit
        </Button>
        <Button variant="quiet" icon={FlaskConical} size="small" onPress={saveCase}>
          Save as eval case
        </Button>
        <Button
          variant="quiet"
          icon={RotateCcw}
          size="small"
          onPress={() => void chats.retry(id, message.id)}
        >
          Ask again
        </Button>
      </Row>
    </article>
  );
});

/** Steps through the alternatives to a message. */
function Branches({ chats, conversationId, message, branches: all }: UserTextProps) {
  if (!all) return null;
  const at = all.indexOf(message.id);
  const show = (index: number) => () => {
    const other = all[index];
    if (other !== undefined) chats.conversations.showBranch(conversationId, other);
  };
  return (
    <>
      <IconButton
        label="Previous branch"
        icon={ChevronLeft}
        size="small"
        isDisabled={at === 0}
        onPress={show(at - 1)}
      />
      <Text size="meta" tone="muted" isNumeric>
        {at + 1}/{all.length}
      </Text>
      <IconButton
        label="Next branch"
        icon={ChevronRight}
        size="small"
        isDisabled={at === all.length - 1}
        onPress={show(at + 1)}
      />
    </>
  );
}
