/** Receives events by webhook: a receiver at the relay, and the subscription that names it. */
import { useState } from "react";
import { useStore } from "zustand";
import { isSubscribedWith } from "../../../shared/events/eventFeed.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { deliveryRefusalText, receiverText } from "../messages/eventMessages.ts";
import type { OpenFeed } from "../store/eventFeeds.ts";

interface WebhookControlProps {
  readonly open: OpenFeed;
  readonly argumentsText: string;
  readonly isConnected: boolean;
  /** Whether the arguments cannot be sent, or nothing can. */
  readonly isUnavailable: boolean;
}

export function WebhookControl({
  open,
  argumentsText,
  isConnected,
  isUnavailable,
}: WebhookControlProps) {
  const { feed } = open;
  const receiver = useStore(open.receiver);
  const refusals = useStore(open.refusals);
  const subscription = useStore(open.state, (state) => state.subscription);
  const [isBusy, setBusy] = useState(false);
  /** What the user typed in place of the relay's address. */
  const [typedUrl, setTypedUrl] = useState<string>();
  const isOpen = receiver.kind === "open";
  const url = typedUrl ?? (isOpen ? receiver.url : "");
  const run = async (request: Promise<void>) => {
    setBusy(true);
    await request;
    setBusy(false);
  };
  const subscribeText = !subscription
    ? "Subscribe"
    : isSubscribedWith(subscription, argumentsText, url)
      ? "Renew subscription"
      : "Replace subscription";
  const statusText = receiverText(receiver);
  return (
    <Stack as="section" gap={2} aria-label="Webhook">
      <Row gap={2} wraps>
        <Heading level={3}>Webhook</Heading>
        {isOpen ? (
          <Button size="small" variant="quiet" onPress={open.closeReceiver}>
            Close receiver
          </Button>
        ) : (
          <Button
            size="small"
            isBusy={receiver.kind === "opening"}
            onPress={() => void open.openReceiver()}
          >
            Receive at the relay
          </Button>
        )}
      </Row>
      <div role="status">
        {statusText !== undefined && (
          <Text as="p" size="small" tone="muted">
            {statusText}
          </Text>
        )}
        {[...refusals].map(([code, count]) => (
          <Text key={code} as="p" size="small" tone="warning">
            {deliveryRefusalText(code, count)}
          </Text>
        ))}
      </div>
      {isOpen && (
        <>
          <TextField label="Callback URL" isMono value={url} onChange={setTypedUrl} />
          <Row gap={2} wraps>
            <Button
              isUnavailable={isUnavailable || !URL.canParse(url)}
              isBusy={isBusy}
              onPress={() => void run(feed.subscribeWebhook(argumentsText, url, receiver.secret))}
            >
              {subscribeText}
            </Button>
            <CopyButton text={receiver.url} label="Copy the relay’s address" />
          </Row>
        </>
      )}
      {subscription && (
        <Row gap={2} wraps>
          <Text as="p" size="small" tone="muted" dir="auto">
            Subscribed as {subscription.id.slice(0, 80)}
            {subscription.refreshBefore === null
              ? ", without an end."
              : `, until ${(subscription.refreshBefore ?? "an unknown time").slice(0, 40)}.`}
          </Text>
          <Button
            size="small"
            variant="quiet"
            isUnavailable={!isConnected}
            isBusy={isBusy}
            onPress={() => void run(feed.unsubscribeWebhook())}
          >
            Unsubscribe
          </Button>
        </Row>
      )}
    </Stack>
  );
}
