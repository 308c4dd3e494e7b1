/** The messages of one conversation; beside others, with what its model did in figures. */
import { Plus, Wrench } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { formatCount, formatMs } from "../../messages/quantities.ts";
import { useModelStores } from "../../sampling/hooks/useModelStores.ts";
import { useActiveId } from "../../servers/hooks/useOpenServers.ts";
import { Button } from "../../ui/Button.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { StarterButton } from "../../ui/StarterButton.tsx";
import { useAddModel } from "../hooks/useAddModel.ts";
import { branchOf, type Conversation } from "../store/conversation.ts";
import { suggestionsFor } from "../store/suggestions.ts";
import { type TurnSummary, turnSummary } from "../store/turnSummary.ts";
import styles from "./Chat.module.css";
import compare from "./Compare.module.css";
import type { ChatProps, ShowsCalls, ShowsConversations } from "./chatProps.ts";
import { Messages } from "./Messages.tsx";
import { RunningReply } from "./ModelReply.tsx";
import { useTickedTools } from "./useServerTools.ts";

interface ColumnProps extends ChatProps, ShowsConversations, ShowsCalls {
  readonly conversation: Conversation;
  /** What names it beside others. */
  readonly label: string;
  /** How many of its first messages are shown above all columns. */
  readonly shared: number;
}

/** How far from the end the newest text is still followed. */
const followedPx = 400;

export function Column(props: ColumnProps) {
  const { chats, conversation, label, shared, shown, renderApp } = props;
  const { id, systemPrompt } = conversation;
  const isCompared = shown.length > 1;
  const { models } = useStore(useModelStores().models);
  const hasPrompts = shown.some((one) => one.systemPrompt !== systemPrompt);
  const turn = useStore(chats.turns, ({ running }) => running.get(id));
  const end = useRef<HTMLDivElement>(null);
  const whole = useMemo(() => branchOf(conversation), [conversation]);
  const branch = useMemo(() => whole.slice(shared), [whole, shared]);
  const last = branch.at(-1);
  const scrollToEnd = useCallback((nearPx: number) => {
    // the next frame lays out the page anyway
    requestAnimationFrame(() => {
      const pane = end.current?.closest("[data-scroll]");
      if (!pane) return;
      const below = pane.scrollHeight - pane.scrollTop - pane.clientHeight;
      if (below < nearPx) pane.scrollTop = pane.scrollHeight;
    });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who has scrolled up to read stays there while a reply grows
  useEffect(() => scrollToEnd(followedPx), [last, turn]);
  const showAsked = useCallback(() => scrollToEnd(Number.POSITIVE_INFINITY), [scrollToEnd]);
  return (
    <Stack
      as="section"
      gap={3}
      aria-label={isCompared ? `Conversation with ${label}` : "Conversation"}
      aria-busy={turn !== undefined}
      data-compared={isCompared || undefined}
      className={styles.column}
    >
      {isCompared && (
        <header className={compare.head}>
          <Row>
            <Heading level={3} isCut className={compare.name}>
              {label}
            </Heading>
            <Text isNumeric>{formatMs(turnSummary(whole).elapsedMs)}</Text>
          </Row>
          {hasPrompts && (
            <Text as="p" size="small" tone="muted" className={compare.prompt} title={systemPrompt}>
              {systemPrompt === "" ? "No system prompt" : systemPrompt}
            </Text>
          )}
        </header>
      )}
      <Stack gap={3} className={styles.messages}>
        {branch.length === 0 && !turn && (
          <Empty chats={chats} shown={shown} hasModels={models.length > 0} />
        )}
        <Messages
          chats={chats}
          conversation={conversation}
          branch={branch}
          onAsked={showAsked}
          renderApp={renderApp}
        />
        {turn && !turn.isCalling && <RunningReply turn={turn} />}
        <div ref={end} />
      </Stack>
      {isCompared && (
        <Row wraps as="footer" className={compare.foot}>
          <Text size="small" tone="muted" isNumeric>
            {spentText(turnSummary(whole))}
          </Text>
          <span className={compare.gap} />
          <Button size="small" variant="quiet" onPress={() => chats.conversations.separate(id)}>
            Continue alone
          </Button>
        </Row>
      )}
    </Stack>
  );
}

/** For example `2 calls · 3,508 tokens · cost 0.004`. */
function spentText({ calls, inputTokens, outputTokens, cost }: TurnSummary): string {
  const isCounted = inputTokens !== undefined || outputTokens !== undefined;
  return [
    formatCount(calls.length, "call"),
    isCounted && formatCount((inputTokens ?? 0) + (outputTokens ?? 0), "token"),
    cost !== undefined && `cost ${cost.toLocaleString("en", { maximumSignificantDigits: 3 })}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

interface EmptyProps extends ChatProps, ShowsConversations {
  readonly hasModels: boolean;
}

/** Suggestions that are shown at once. */
const ideas = 4;

/** Suggests messages; a press sends one. */
function Empty({ chats, shown, hasModels }: EmptyProps) {
  const [{ id, ticked }] = shown;
  const addModel = useAddModel(chats, id);
  const tools = useTickedTools(ticked);
  const activeId = useActiveId();
  const all = useMemo(() => suggestionsFor(tools, activeId), [tools, activeId]);
  const [from, setFrom] = useState(0);
  const first = from < all.length ? from : 0;
  return (
    <Stack gap={4} className={styles.first}>
      <Stack gap={1} align="center">
        <Heading level={2} size="title">
          Would a model pick your tools?
        </Heading>
        <Text tone="muted">
          Ask in plain words. Every request to the model and every call is in Traffic.
        </Text>
      </Stack>
      {all.length > 0 && (
        <ul aria-label="Suggestions" className={styles.suggestions}>
          {all.slice(first, first + ideas).map(({ text, tool, asks }) => (
            <li key={text}>
              <StarterButton
                look="card"
                icon={Wrench}
                title={text}
                example={`${exactLine(tool)}${asks ? " · asks you first" : ""}`}
                onPress={() => {
                  for (const one of shown) void chats.send(one.id, text);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Row wraps className={styles.ideas}>
        {all.length > 0 && (
          <Text size="small" tone="muted">
            Made from the descriptions of {formatCount(tools.length, "tool")}
          </Text>
        )}
        {all.length > ideas && (
          <Button size="small" variant="quiet" onPress={() => setFrom(first + ideas)}>
            Other ideas
          </Button>
        )}
        {!hasModels && (
          <>
            <Text size="small" tone="muted">
              The scripted model answers by rules and needs no key.
            </Text>
            <Button size="small" icon={Plus} onPress={addModel}>
              Add a model
            </Button>
          </>
        )}
      </Row>
    </Stack>
  );
}
