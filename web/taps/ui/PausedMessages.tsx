/** The messages that wait for the user because of a breakpoint, what was sent beside what will be. */
import { Send, Trash2, Undo2 } from "lucide-react";
import { useMemo } from "react";
import { useStore } from "zustand";
import { prettyText } from "../../../shared/core/json/prettyText.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { maxTextLength } from "../../../shared/taps/tapOrders.ts";
import cardStyles from "../../content/RequestCard.module.css";
import { SchemaEditor } from "../../form/SchemaEditor.tsx";
import { formatCount, formatSize, formatWait } from "../../messages/quantities.ts";
import { useNow } from "../../stores/useNow.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { changedLines } from "../../ui/diff/changedLines.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { submitArea } from "../../ui/submitArea.ts";
import { directionText, pauseLimitsText, senderOf } from "../messages/tapRuleMessages.ts";
import type { HeldMessage, TapControl } from "../store/tapControl.ts";
import styles from "./PausedMessages.module.css";
import { useTapSchema } from "./useTapSchema.ts";

export function PausedMessages({ control }: { control: TapControl }) {
  const held = useStore(control.state, (state) => state.held);
  return held.map((message) => (
    <PausedMessage key={message.id} control={control} message={message} />
  ));
}

function PausedMessage({ control, message }: { control: TapControl; message: HeldMessage }) {
  const { id, direction, text, method, subject, answer } = message;
  const shown = useMemo(() => prettyIfJson(text), [text]);
  const edited = message.edited ?? shown;
  const schema = useTapSchema(direction, text, method);
  const isEdited = edited !== shown;
  const emptyAnswer = answerTo(text);
  const isTooLong = (answer ?? edited).length > maxTextLength;
  const isAnswering = answer !== undefined;
  const submit = () => {
    if (isTooLong) return;
    if (isAnswering) control.answer(id, answer);
    else if (isEdited) control.send(id, edited);
    else control.send(id);
  };
  return (
    <section aria-label="Paused message" className={cardStyles.request} {...submitArea(submit)}>
      <header className={cardStyles.header}>
        <StateGlyph state="paused" />
        <h3 className={cardStyles.heading}>Paused</h3>
        <code className={styles.name}>{exactLine(subject || method || "Message", 80)}</code>
        <span className={cardStyles.server}>
          {subject
            ? `${exactLine(method, 80)} ${directionText(direction)}`
            : directionText(direction)}
        </span>
      </header>
      <div className={cardStyles.body}>
        <Clock message={message} />
        <div className={styles.sides}>
          <Original text={shown} edited={isAnswering ? shown : edited} message={message} />
          <section aria-label={isAnswering ? "Answer to be sent" : "To be sent"}>
            <header className={styles.side}>
              <Text size="small" weight="strong">
                {isAnswering ? "Answer" : "To be sent"}
              </Text>
              {!isAnswering && isEdited && <Changes before={shown} after={edited} />}
              {!isAnswering && isEdited && (
                <Button
                  size="small"
                  variant="quiet"
                  icon={Undo2}
                  className={styles.undo}
                  onPress={() => control.write(id, { edited: shown })}
                >
                  Undo
                </Button>
              )}
            </header>
            <div className={styles.editor}>
              {isAnswering ? (
                <SchemaEditor
                  label="Answer"
                  value={answer}
                  onChange={(next) => control.write(id, { answer: next })}
                />
              ) : (
                <SchemaEditor
                  label="Message"
                  value={edited}
                  onChange={(next) => control.write(id, { edited: next })}
                  schema={schema}
                />
              )}
            </div>
          </section>
        </div>
        {isTooLong && <p role="alert">The text is too long: at most 400,000 characters.</p>}
      </div>
      <div className={cardStyles.foot}>
        <div className={cardStyles.actions}>
          <Button variant="primary" icon={Send} isDisabled={isTooLong} onPress={submit}>
            {isAnswering ? "Send answer" : isEdited ? "Send edited" : "Send"}
            <Kbd keys="Mod+Enter" />
          </Button>
          {isAnswering ? (
            <Button onPress={() => control.write(id, { answer: undefined })}>Back</Button>
          ) : (
            <>
              {isEdited && <Button onPress={() => control.send(id)}>Send original</Button>}
              {emptyAnswer !== undefined && (
                <Button onPress={() => control.write(id, { answer: emptyAnswer })}>
                  Answer instead …
                </Button>
              )}
            </>
          )}
          <span data-aside="">
            <Button
              variant="quiet"
              icon={Trash2}
              className={styles.drop}
              onPress={() => control.drop(id)}
            >
              Drop
            </Button>
          </span>
        </div>
      </div>
    </section>
  );
}

/** What its sender sent, the lines that differ marked. */
function Original(props: { text: string; edited: string; message: HeldMessage }) {
  const { text, edited, message } = props;
  const lines = useMemo(() => changedLines(text, edited), [text, edited]);
  return (
    <section aria-label="Original" className={styles.original}>
      <header className={styles.side}>
        <Text size="small" weight="strong">
          Original
        </Text>
        <Text size="small" tone="muted" isCut>
          as the {senderOf(message.direction)} sent it
        </Text>
        <Text size="small" tone="muted" className={styles.size}>
          {formatSize(new TextEncoder().encode(message.text).byteLength)}
        </Text>
      </header>
      <pre className={styles.text}>
        {lines.map(({ line, isChanged }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text have no other identity
          <span key={index} data-changed={isChanged || undefined}>
            {line}
            {"\n"}
          </span>
        ))}
      </pre>
    </section>
  );
}

function Changes({ before, after }: { before: string; after: string }) {
  const count = useMemo(
    () => changedLines(after, before).filter(({ isChanged }) => isChanged).length,
    [before, after],
  );
  return (
    <Badge tone="warning">{count === 0 ? "lines left out" : formatCount(count, "change")}</Badge>
  );
}

/** How long the message has waited, when it goes on by itself, and when many clients give up. */
function Clock({ message: { since, until } }: { message: HeldMessage }) {
  const now = useNow();
  const waited = Math.max(0, now - since);
  const limit = until - since;
  const end = Math.max(limit, clientLimitMs);
  return (
    <div className={styles.clock}>
      <span className={styles.waited}>
        <strong role="timer" aria-label="Waited">
          {formatWait(waited)}
        </strong>{" "}
        waited
      </span>
      <span aria-hidden="true" className={styles.track}>
        <span className={styles.fill} style={{ inlineSize: `${share(waited, end)}%` }} />
        <span className={styles.tick} style={{ insetInlineStart: `${share(limit, end)}%` }} />
      </span>
      <Text size="small" tone="muted">
        {pauseLimitsText(limit, clientLimitMs)}
      </Text>
    </div>
  );
}

/** Milliseconds after which a client with the usual settings gives up. */
const clientLimitMs = 60_000;

const share = (ms: number, end: number) => Math.min(100, (ms / end) * 100);

function prettyIfJson(text: string): string {
  try {
    JSON.parse(text);
    return prettyText(text);
  } catch {
    return text;
  }
}

/** The beginning of an answer to a request; undefined if the text is none. */
function answerTo(text: string): string | undefined {
  try {
    const { id, method } = JSON.parse(text) as { id?: unknown; method?: unknown };
    if (typeof method !== "string" || id === undefined) return undefined;
    return JSON.stringify({ jsonrpc: "2.0", id, result: {} }, null, 2);
  } catch {
    return undefined;
  }
}
