/** A reply of a model: its text, the tools that it chose, and what it took. */
import { ArrowRightLeft } from "lucide-react";
import { memo } from "react";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { showHidden } from "../../../shared/core/text/showHidden.ts";
import { ResultBlock } from "../../content/blocks/ResultBlock.tsx";
import { Markdown } from "../../content/Markdown.tsx";
import { ErrorTextNotice } from "../../messages/ErrorTextNotice.tsx";
import { formatCount } from "../../messages/quantities.ts";
import { figuresText } from "../../sampling/messages/figuresMessages.ts";
import { modelFailureText } from "../../sampling/messages/modelMessages.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { turnEndText } from "../messages/chatMessages.ts";
import type { RunningTurn } from "../store/chatTurns.ts";
import type { Conversation, ReplyMessage } from "../store/conversation.ts";
import styles from "./Chat.module.css";
import type { ChatProps, ShowsCalls } from "./chatProps.ts";
import { ToolCall } from "./ToolCall.tsx";

/** Blocks, and calls, of a reply that are drawn: a model decides how many there are. */
const shownBlocks = 50;

interface ReplyProps extends ChatProps, ShowsCalls {
  readonly conversationId: string;
  readonly limits: Conversation["limits"];
  /** Whether the shown branch ends with it. */
  readonly isLast: boolean;
  readonly reply: ReplyMessage;
}

export const ModelReply = memo(function ModelReply(props: ReplyProps) {
  const { chats, conversationId, limits, reply, isLast, renderApp } = props;
  const { view } = useStores();
  const { modelName, content, reasoning, calls, figures, failed, seq, end } = reply;
  const ended = turnEndText(reply, limits);
  const isContinuable = end && end.kind !== "chosen" && isLast;
  return (
    <article aria-label={`Reply of ${modelName}`} className={styles.reply}>
      {reasoning !== "" && (
        <Disclosure title="Reasoning" level={4}>
          <Markdown text={reasoning} label="Reasoning" />
        </Disclosure>
      )}
      {content.slice(0, shownBlocks).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a reply keep their order
        <ReplyBlock key={index} block={block} />
      ))}
      {calls.slice(0, shownBlocks).map((call) => (
        <ToolCall key={call.id} {...{ chats, conversationId, modelName, call }}>
          {call.state.kind === "done" && renderApp(chats, conversationId, call)}
        </ToolCall>
      ))}
      {calls.length > shownBlocks && (
        <Text tone="warning">
          {formatCount(calls.length - shownBlocks, "more call")}, not shown
        </Text>
      )}
      {failed && failed.failure.code !== "aborted" && (
        <ErrorTextNotice text={modelFailureText(failed)} severity="error" />
      )}
      {(ended || isContinuable) && (
        <Row>
          {ended && <Text tone="muted">{ended}</Text>}
          {isContinuable && (
            <Button size="small" onPress={() => void chats.turns.run(conversationId)}>
              Continue
            </Button>
          )}
        </Row>
      )}
      <Row gap={1} className={styles.figuresLine}>
        <Text size="meta" tone="faint">
          {modelName} · {figuresText(figures, figures.cost)}
        </Text>
        {seq !== undefined && (
          <Button
            variant="quiet"
            aria-label="Show request in Traffic"
            icon={ArrowRightLeft}
            size="small"
            onPress={() => view.showEntry(seq)}
          >
            Traffic
          </Button>
        )}
      </Row>
    </article>
  );
});

function ReplyBlock({ block }: { readonly block: JsonObject }) {
  const { type, text } = block;
  // tool uses are shown with their calls
  if (type === "tool_use") return null;
  if (type === "text" && typeof text === "string") return <Markdown text={text} label="Answer" />;
  return <ResultBlock block={block} />;
}

/** Characters of a block that are drawn while it streams: the newest. */
const streamedCharacters = 10_000;

/** What a model streams; its calls are shown once the reply is complete. */
export function RunningReply({ turn }: { readonly turn: RunningTurn }) {
  return (
    <article aria-label={`Reply of ${turn.model.name}`} className={styles.reply}>
      {turn.blocks.slice(-shownBlocks).map(({ block, kind, name = "", text }) => (
        <div key={`${block} ${kind}`} data-kind={kind} className={styles.streamed}>
          {kind === "tool-use" && <code>{exactLine(name)}</code>}{" "}
          {text.length > streamedCharacters && "…"}
          {showHidden(text.slice(-streamedCharacters), streamedCharacters)}
        </div>
      ))}
      <Row>
        <StateGlyph state="running" />
        <Text tone="muted" size="small">
          {turn.blocks.length === 0 ? `Waiting for ${turn.model.name}` : turn.model.name}
        </Text>
      </Row>
    </article>
  );
}
