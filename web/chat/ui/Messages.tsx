/** The messages of a branch; of a long one, those that the user has scrolled to. */
import { memo, useEffect, useState } from "react";
import { formatCount } from "../../messages/quantities.ts";
import { ShowMore } from "../../ui/lists/ShowMore.tsx";
import { alternativesTo, type ChatMessage, type Conversation } from "../store/conversation.ts";
import type { ChatProps, ShowsCalls } from "./chatProps.ts";
import { ModelReply } from "./ModelReply.tsx";
import { UserText } from "./UserText.tsx";

interface MessagesProps extends ChatProps, ShowsCalls {
  readonly conversation: Conversation;
  readonly branch: readonly ChatMessage[];
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
}

// pieces of a reply arrive several times a second
export const Messages = memo(function Messages(props: MessagesProps) {
  const { chats, conversation, branch, renderApp } = props;
  const { id } = conversation;
  const { length } = branch;
  const [chosen, setChosen] = useState<Range>();
  const lastAsked = branch.findLast(({ kind }) => kind === "user")?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message of the user shows the end
  useEffect(() => setChosen(undefined), [lastAsked]);
  const to = Math.min(length, chosen?.to ?? length);
  const from = Math.max(0, to - atMost, chosen?.from ?? length - atFirst);
  const showEarlier = () => {
    const next = Math.max(0, from - step);
    setChosen(to - next > atMost ? { from: next, to: next + atMost } : { ...chosen, from: next });
  };
  const showLater = () => {
    const next = to + step;
    setChosen(next >= length ? { from } : { from, to: next });
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
              branches={branchesAt(conversation, message)}
            />
          ) : (
            <ModelReply
              key={message.id}
              chats={chats}
              conversationId={id}
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

/** The alternatives to a message; undefined without any, so that most messages are not drawn again. */
function branchesAt(conversation: Conversation, message: ChatMessage) {
  const all = alternativesTo(conversation, message);
  return all.length > 1 ? all : undefined;
}
