/** Lists what the shared session contains, part by part, and on request message by message. */
import { useMemo, useState } from "react";
import { formatTarget } from "../../../../shared/config/target.ts";
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import type { Recording } from "../../../../shared/recording/recording.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useShownId } from "../../../servers/hooks/useShownServer.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useOnDemand } from "../../../stores/useOnDemand.ts";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { leftOutText } from "../../messages/recordingMessages.ts";
import { sharedPartText } from "../../messages/shareMessages.ts";
import type { ShareChoices } from "../../store/recordSession.ts";
import { MaskedList } from "./MaskedList.tsx";
import { MessagePicker } from "./MessagePicker.tsx";
import styles from "./ShareDialog.module.css";
import { SharedText } from "./SharedText.tsx";
import type { SharedSession } from "./useSharedSession.ts";

interface InclusionsProps {
  readonly session: SharedSession;
  readonly onChange: (part: Partial<ShareChoices>) => void;
}

/** The conversations in which tools of the shown server were called. */
function useConversations(): readonly JsonObject[] {
  const chats = useOnDemand(useStores().chat);
  const id = useShownId();
  return useMemo(() => chats?.conversations.recorded(id) ?? [], [chats, id]);
}

export function Inclusions({ session, onChange }: InclusionsProps) {
  const conversations = useConversations();
  const [isOpen, setOpen] = useState(false);
  const { recording, messages, choices, parts } = session;
  const { excluded, hasEvents } = choices;
  return (
    <Stack gap={2}>
      <Heading level={3}>What it contains</Heading>
      <ul className={styles.parts}>
        <Row as="li" className={styles.part}>
          <Text isMono className={styles.grow}>
            {recording ? escapeHidden(formatTarget(recording.server)) : ""}
          </Text>
          {recording?.selected && (
            <Text size="meta" tone="muted">
              {escapeHidden(recording.selected.name)}
            </Text>
          )}
        </Row>
        {parts.map(({ id, seqs }) => {
          if (seqs.size === 0) return null;
          const included = [...seqs].filter((seq) => !excluded.has(seq)).length;
          return (
            <Row as="li" key={id} className={styles.part}>
              <Checkbox
                label={sharedPartText(id)}
                isSelected={included === seqs.size}
                isIndeterminate={included > 0 && included < seqs.size}
                onChange={(isIncluded) => {
                  const others = [...excluded].filter((seq) => !seqs.has(seq));
                  onChange({ excluded: new Set([...others, ...(isIncluded ? [] : seqs)]) });
                }}
                className={styles.grow}
              />
              <Text size="meta" tone="muted">
                {formatCount(seqs.size, "message")}
              </Text>
            </Row>
          );
        })}
        {messages.length > 0 && (
          <Row as="li" className={styles.part}>
            <Checkbox
              label="Server output and events of the connection"
              isSelected={hasEvents}
              onChange={(next) => onChange({ hasEvents: next })}
              className={styles.grow}
            />
          </Row>
        )}
        {messages.length > 0 && conversations.length > 0 && (
          <Row as="li" className={styles.part}>
            <Checkbox
              label="Conversations in Chat"
              isSelected={choices.conversations !== undefined}
              onChange={(next) => onChange({ conversations: next ? conversations : undefined })}
              className={styles.grow}
            />
            <Text size="meta" tone="muted">
              {formatCount(conversations.length, "conversation")}
            </Text>
          </Row>
        )}
      </ul>
      {messages.length > 0 && (
        <Disclosure title="Look at each message" isOpen={isOpen} onOpenChange={setOpen}>
          {isOpen && <EachMessage session={session} onChange={onChange} />}
        </Disclosure>
      )}
      {messages.length > 0 && (
        <Text as="p" size="small" tone="muted">
          Share masks known secrets, keys of well-known services, and values named like a secret. To
          mask anything else, select it in a message, or in everything that is shared, and press
          Mask selection.
        </Text>
      )}
      <MaskedList items={session.masked} />
      {recording?.leftOut && recording.leftOut.length > 0 && (
        <Text as="p" size="small" tone="muted">
          Left out: {leftOutText(recording.leftOut)}.
        </Text>
      )}
    </Stack>
  );
}

/** The messages with a tick for each, the chosen one as it is shared, and everything that is shared. */
function EachMessage({ session, onChange }: InclusionsProps) {
  const [shownSeq, setShownSeq] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const { recording, messages, choices } = session;
  const mask = (masked: readonly string[]) => onChange({ masked });
  const shownText = shownSeq === undefined ? undefined : session.recordedText(shownSeq);
  return (
    <Stack gap={2}>
      <MessagePicker
        messages={messages}
        excluded={choices.excluded}
        onExclude={(excluded) => onChange({ excluded })}
        shownSeq={shownSeq}
        onShow={setShownSeq}
      />
      {shownSeq !== undefined &&
        (shownText === undefined ? (
          <Text as="p" tone="muted">
            This message is left out.
          </Text>
        ) : (
          <SharedText
            label="Message as it is shared"
            text={shownText}
            masked={choices.masked}
            onMask={mask}
          />
        ))}
      <Disclosure
        title="Everything that is shared"
        hint="also headers, output and events"
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        {isOpen && recording && (
          <SharedEntries recording={recording} masked={choices.masked} onMask={mask} />
        )}
      </Disclosure>
    </Stack>
  );
}

/** Characters of one part. */
const partLength = 18_000;

interface SharedEntriesProps {
  readonly recording: Recording;
  readonly masked: readonly string[];
  readonly onMask: (masked: readonly string[]) => void;
}

/** Shows all that is shared, entry by entry, in parts. */
function SharedEntries({ recording, masked, onMask }: SharedEntriesProps) {
  // the indices of the first entries of the parts that were shown
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const from = starts.at(-1) ?? 0;
  const { text, next } = useMemo(() => partOf(recording, from), [recording, from]);
  const { entries = [] } = recording;
  return (
    <SharedText label="Everything that is shared" text={text} masked={masked} onMask={onMask}>
      {starts.length > 1 && (
        <Button size="small" onPress={() => setStarts(starts.slice(0, -1))}>
          Previous entries
        </Button>
      )}
      {next < entries.length && (
        <Button size="small" onPress={() => setStarts([...starts, next])}>
          Next entries
        </Button>
      )}
      <span>
        Entries {Math.min(from + 1, entries.length)} to {next} of {entries.length}
      </span>
    </SharedText>
  );
}

/** As many entries as fit in a part, each as one line of JSON; the first part begins with the rest. */
function partOf(recording: Recording, from: number) {
  const { entries = [], ...head } = recording;
  const lines = from === 0 ? [JSON.stringify(head)] : [];
  let length = lines[0]?.length ?? 0;
  let next = from;
  while (next < entries.length && (length < partLength || next === from)) {
    const line = JSON.stringify(entries[next++]);
    lines.push(line);
    length += line.length;
  }
  return { text: lines.join("\n"), next };
}
