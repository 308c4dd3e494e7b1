/** The messages of one conversation; beside others, with what its model did in figures. */
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { formatCount, formatMs } from "../../messages/quantities.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { Heading } from "../../ui/primitives/Text.tsx";
import { branchOf, type Conversation } from "../store/conversation.ts";
import { type TurnSummary, turnSummary } from "../store/turnSummary.ts";
import styles from "./Chat.module.css";
import type { ChatProps } from "./chatProps.ts";
import { ModelReply, RunningReply } from "./ModelReply.tsx";
import { UserText } from "./UserText.tsx";

interface ColumnProps extends ChatProps {
  readonly conversation: Conversation;
  /** Whether others are beside it. */
  readonly isCompared: boolean;
}

/** Messages that are shown without a request of the user. */
const shownMessages = 40;

export function Column({ chats, conversation, isCompared }: ColumnProps) {
  const { id } = conversation;
  const turn = useStore(chats.turns, ({ running }) => running.get(id));
  const [more, setMore] = useState(0);
  const end = useRef<HTMLDivElement>(null);
  const branch = branchOf(conversation);
  const hidden = Math.max(0, branch.length - shownMessages - more);
  const last = branch.at(-1);
  useEffect(() => {
    if (last?.id !== undefined || turn) end.current?.scrollIntoView({ block: "nearest" });
  }, [last?.id, turn]);
  return (
    <section
      aria-label={isCompared ? `Conversation with ${nameOf(conversation)}` : "Conversation"}
      aria-busy={turn !== undefined}
      className={styles.column}
    >
      {isCompared && (
        <Figures
          name={nameOf(conversation)}
          summary={turnSummary(branch)}
          onContinue={() => chats.conversations.separate(id)}
        />
      )}
      {branch.length === 0 && !turn && <Empty />}
      {hidden > 0 && (
        <Button size="small" variant="quiet" onPress={() => setMore(more + shownMessages)}>
          Show {formatCount(Math.min(hidden, shownMessages), "earlier message")}
        </Button>
      )}
      {branch
        .slice(hidden)
        .map((message) =>
          message.kind === "user" ? (
            <UserText
              key={message.id}
              chats={chats}
              conversation={conversation}
              message={message}
            />
          ) : (
            <ModelReply
              key={message.id}
              chats={chats}
              conversation={conversation}
              reply={message}
            />
          ),
        )}
      {turn && !turn.isCalling && <RunningReply turn={turn} />}
      <div ref={end} />
    </section>
  );
}

function nameOf({ messages, modelId }: Conversation): string {
  const reply = messages.findLast(({ kind }) => kind === "reply");
  return reply?.kind === "reply" ? reply.modelName : (modelId ?? "model");
}

function Empty() {
  return (
    <EmptyState title="Would a model pick your tool?">
      Ask for something that your tools can do. Every request to the model and every call is in
      Traffic. The scripted model needs no key.
    </EmptyState>
  );
}

interface FiguresProps {
  readonly name: string;
  readonly summary: TurnSummary;
  readonly onContinue: () => void;
}

/** What differs between models: tools, tokens, time and cost of the newest turn. */
function Figures({ name, summary, onContinue }: FiguresProps) {
  const { tools, inputTokens, outputTokens, firstDeltaMs, elapsedMs, cost } = summary;
  const rows: readonly (readonly [label: string, value: string | undefined])[] = [
    ["Tools", tools.length > 0 ? tools.join(", ") : "none"],
    ["Tokens in, out", tokensText(inputTokens, outputTokens)],
    ["First text", firstDeltaMs === undefined ? undefined : formatMs(firstDeltaMs)],
    ["Total", formatMs(elapsedMs)],
    ["Cost", cost?.toLocaleString("en", { maximumSignificantDigits: 3 })],
  ];
  return (
    <header className={styles.figures}>
      <Row>
        <Heading level={3} size="large" isCut>
          {name}
        </Heading>
        <Button size="small" variant="quiet" onPress={onContinue}>
          Continue alone
        </Button>
      </Row>
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? "–"}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

function tokensText(input: number | undefined, output: number | undefined): string | undefined {
  if (input === undefined && output === undefined) return undefined;
  return [input, output].map((count) => count?.toLocaleString("en") ?? "?").join(", ");
}
