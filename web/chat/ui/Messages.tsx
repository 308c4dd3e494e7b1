/** The messages of a branch; of a long one, those that the user has scrolled to. */
import { memo, useDeferredValue, useEffect, useMemo, useState } from "react";
import { formatCount } from "../../messages/quantities.ts";
import { ShowMore } from "../../ui/lists/ShowMore.tsx";
import { alternativesIn, type ChatMessage, type Conversation } from "../store/conversation.ts";
import type { ChatProps, ShowsCalls } from "./chatProps.ts";
import { ModelReply } from "./ModelReply.tsx";
import { UserText } from "./UserText.tsx";

interface MessagesProps extends ChatProps, ShowsCalls {
  readonly conversation: Conversation;
  readonly branch: readonly ChatMessage[];
  /** Called once a message that the user has sent is drawn, and at first. */
  readonly onAsked: () => void;
}

/** Messages that are drawn at first. */
const atFirst = 6;

/** Messages that are drawn at most: far more than fit on a screen, so that both ends are never near. */
const atMost = 60;

/** Messages that are added when an end comes near. */
const step = 6;

/** The messages that are drawn; without `to`, up to the newest. */
interface Range {
  readonly from: number;
  readonly to?: number;
  /** The newest message of the user when it was chosen; after another one, the end is drawn. */
  readonly asked: string | undefined;
}

// pieces of a reply arrive several times a second
export const Messages = memo(function Messages(props: MessagesProps) {
  const { chats, conversation, branch, onAsked, renderApp } = props;
  const { id, messages, limits } = conversation;
  const { length } = branch;
  // a key press does not wait until all that was scrolled to is gone
  const asked = useDeferredValue(branch.findLast(({ kind }) => kind === "user")?.id);
  const [latest, setChosen] = useState<Range>();
  const chosen = latest?.asked === asked ? latest : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message of the user
  useEffect(onAsked, [asked, onAsked]);
  const alternatives = useMemo(() => alternativesIn(messages), [messages]);
  const to = Math.min(length, chosen?.to ?? length);
  const from = Math.max(0, to - atMost, chosen?.from ?? length - atFirst);
  const showEarlier = () => {
    const next = Math.max(0, from - step);
    const end = to - next > atMost ? next + atMost : chosen?.to;
    setChosen({ from: next, asked, ...(end !== undefined && { to: end }) });
  };
  const showLater = () => {
    const next = to + step;
    setChosen({ from, asked, ...(next < length && { to: next }) });
  };
  return (
    <>
      {from > 0 && (
        <ShowMore shown={from} onNear={showEarlier} onPress={showEarlier}>
          Show {formatCount(from, "earlier message")}
        </ShowMore>
      )}
      {branch
        .slice(from, to)
        .map((message) =>
          message.kind === "user" ? (
            <UserText
              key={message.id}
              chats={chats}
              conversationId={id}
              message={message}
              branches={alternatives(message)}
            />
          ) : (
            <ModelReply
              key={message.id}
              chats={chats}
              conversationId={id}
              limits={limits}
              reply={message}
              isLast={conversation.leaf === message.id}
              renderApp={renderApp}
            />
          ),
        )}
      {to < length && (
        <ShowMore shown={to} onNear={showLater} onPress={showLater}>
          Show {formatCount(length - to, "later message")}
        </ShowMore>
      )}
    </>
  );
});
