/** Shows a sampling request as a conversation with its parameters. */
import { useState } from "react";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { showHidden } from "../../../../shared/core/text/showHidden.ts";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import type { ShownMessage, ShownRequest } from "../request/readRequest.ts";
import { Blocks, JsonBlock } from "./Block.tsx";
import styles from "./Conversation.module.css";
import { LongText } from "./LongText.tsx";

/** Messages that are shown without a request of the user. */
const shownMessages = 30;

interface ConversationProps {
  readonly request: ShownRequest;
  /** Shows the last message only, and less of long texts. */
  readonly isCompact?: boolean;
}

export function Conversation({ request, isCompact = false }: ConversationProps) {
  const { systemPrompt, messages, tools } = request;
  const [more, setMore] = useState(0);
  const count = (isCompact ? 1 : shownMessages) + more;
  const hidden = Math.max(0, messages.length - count);
  return (
    <Stack>
      {systemPrompt !== undefined && (
        <article className={styles.message}>
          <Badge>system</Badge>
          <LongText text={systemPrompt} {...(isCompact && { limit: 300 })} />
        </article>
      )}
      {hidden > 0 && (
        <Row as="p" className={styles.earlier}>
          {formatCount(hidden, "earlier message")}
          <Button size="small" variant="quiet" onPress={() => setMore(more + shownMessages)}>
            Show {hidden > shownMessages ? `${shownMessages} more` : "them"}
          </Button>
        </Row>
      )}
      {messages.length === 0 && (
        <Text as="p" tone="muted">
          The request has no messages.
        </Text>
      )}
      {messages.slice(hidden).map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one request keep their order
        <Message key={hidden + index} message={message} />
      ))}
      <Parameters request={request} />
      {tools.length > 0 && <Tools tools={tools} />}
    </Stack>
  );
}

/** A message of a request or an answer. */
export function Message({ message }: { readonly message: ShownMessage }) {
  const { role, blocks } = message;
  return (
    <article className={styles.message}>
      <Badge tone={role === "assistant" ? "in" : "out"}>{role.slice(0, 40)}</Badge>
      {blocks.length === 0 && (
        <Text as="p" tone="muted">
          No content.
        </Text>
      )}
      <Blocks blocks={blocks} />
    </article>
  );
}

/** Shows the parameters of a sampling request besides its messages. */
function Parameters({ request }: { readonly request: ShownRequest }) {
  const { facts, rest } = request;
  return (
    <>
      {facts.length > 0 && (
        <Row as="dl" align="stretch" wraps className={styles.facts}>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {showHidden(text)}
                {name === "includeContext" && text !== "none" && (
                  <span className={styles.remark}> (deprecated; no context is added here)</span>
                )}
              </dd>
            </div>
          ))}
        </Row>
      )}
      {rest.map(([name, value]) => (
        <Stack gap={1} key={name} className={styles.member}>
          <Text tone="muted">{showHidden(name.slice(0, 100))}</Text>
          <JsonBlock value={value} label={name.slice(0, 100)} />
        </Stack>
      ))}
    </>
  );
}

/** More are counted, not listed. */
const shownTools = 100;

/** Lists the tools that a sampling request offers to the model. */
function Tools({ tools }: { readonly tools: readonly unknown[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure title="Tools" hint={tools.length} level={4} isOpen={isOpen} onOpenChange={setOpen}>
      {isOpen && (
        <ul className={styles.tools}>
          {tools.slice(0, shownTools).map((tool, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two tools of a request may have one name
            <li key={index}>
              <Tool tool={tool} />
            </li>
          ))}
          {tools.length > shownTools && (
            <Text as="li" tone="muted">
              and {formatCount(tools.length - shownTools, "other")}
            </Text>
          )}
        </ul>
      )}
    </Disclosure>
  );
}

function Tool({ tool }: { readonly tool: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const name = textOfJson(getOwn(tool, "name") ?? "no name").slice(0, 200);
  const description = getOwn(tool, "description");
  return (
    <Disclosure title={showHidden(name)} level={4} isOpen={isOpen} onOpenChange={setOpen}>
      {isOpen && (
        <Stack gap={1} className={styles.card}>
          {typeof description === "string" && <LongText text={description} />}
          <JsonBlock value={tool} label={`Definition of ${name}`} />
        </Stack>
      )}
    </Disclosure>
  );
}
