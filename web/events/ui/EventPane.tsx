/** A type of events: its arguments, the ways to get events, and the log of those that came. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { isJsonObject, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import {
  type eventDeliveries,
  eventsDraft,
  eventsDraftUrl,
} from "../../../shared/protocol/drafts/eventsDraft.ts";
import { draftOf, emptyDraft, itemKey } from "../../calls/store/drafts.ts";
import { SchemaForm } from "../../form/SchemaForm.tsx";
import { useValidation } from "../../form/useValidation.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useOnDemand } from "../../stores/useOnDemand.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { polledText, refusedText } from "../messages/eventMessages.ts";
import type { OpenFeed } from "../store/eventFeeds.ts";
import { EventLogView } from "./EventLogView.tsx";
import styles from "./EventPane.module.css";
import { WebhookControl } from "./WebhookControl.tsx";

interface EventPaneProps {
  readonly view: ConnectedView;
  readonly type: Item;
}

export function EventPane({ view, type }: EventPaneProps) {
  const feeds = useOnDemand(useStores().events);
  const open = useMemo(() => feeds?.of(view, type.name), [feeds, view, type.name]);
  return (
    <div className={styles.pane}>
      <Stack gap={2}>
        <Row gap={2} align="baseline" wraps>
          <Heading level={2} size="large" dir="auto">
            <Text isMono>{type.label}</Text>
          </Heading>
          <Text tone="muted" size="small">
            events, by the{" "}
            <a href={eventsDraftUrl("listing-available-events")} target="_blank" rel="noreferrer">
              draft of {eventsDraft.date}
            </a>
          </Text>
        </Row>
        {type.description !== undefined && (
          <Text as="p" dir="auto">
            {type.description}
          </Text>
        )}
      </Stack>
      {open && <Feed view={view} type={type} open={open} />}
    </div>
  );
}

function Feed({ view, type, open }: EventPaneProps & { readonly open: OpenFeed }) {
  const { serverId } = view.connection;
  const { drafts } = useStores().calls;
  const key = itemKey(type);
  const argumentsText = useStore(
    drafts,
    (all) => draftOf(all, serverId, key)?.argumentsText ?? emptyDraft.argumentsText,
  );
  const { inputSchema, delivery } = type.raw;
  const schema = isJsonObject(inputSchema) ? inputSchema : { type: "object" };
  const { verdict } = useValidation(schema, argumentsText);
  const state = useStore(open.state);
  const isConnected = useStore(view.connection.state, ({ kind }) => kind === "connected");
  const isUnavailable = !isConnected || parseJsonObject(argumentsText) === undefined;
  const { feed } = open;
  const isStreamed = state.stream !== "closed";
  // a server that names no way is asked anyway
  const offers = (mode: (typeof eventDeliveries)[number]) =>
    !Array.isArray(delivery) || delivery.includes(mode);
  return (
    <>
      <SchemaForm
        schema={schema}
        text={argumentsText}
        onTextChange={(text) => drafts.change(serverId, key, { argumentsText: text })}
        problems={verdict?.kind === "checked" ? verdict.problems : []}
        idPrefix={`event-${type.name}`}
      />
      <Row gap={2} wraps>
        {offers("poll") && (
          <Button
            variant="primary"
            isUnavailable={isUnavailable}
            isBusy={state.isPolling}
            onPress={() => void feed.poll(argumentsText)}
          >
            Poll
          </Button>
        )}
        {offers("push") && (
          <Button
            isUnavailable={isUnavailable && !isStreamed}
            onPress={() => (isStreamed ? feed.closeStream() : void feed.openStream(argumentsText))}
          >
            {isStreamed ? "Stop stream" : "Stream"}
          </Button>
        )}
        <Text size="small" tone="muted" dir="auto">
          {state.cursor === null ? "from now" : `after cursor ${state.cursor.slice(0, 80)}`}
        </Text>
      </Row>
      {offers("webhook") && (
        <WebhookControl
          open={open}
          argumentsText={argumentsText}
          isConnected={isConnected}
          isUnavailable={isUnavailable}
        />
      )}
      <div role="status">
        {state.polled && !state.isPolling && (
          <Text as="p" size="small" tone="muted">
            {polledText(state.polled)}
          </Text>
        )}
      </div>
      {state.refused && <Notice severity="error" title={refusedText(state.refused)} />}
      {state.findings.map((finding) => (
        <Notice
          key={`${finding.code} ${finding.pointer}`}
          severity={finding.severity === "violation" ? "error" : "warning"}
          title={findingText(finding)}
        />
      ))}
      <EventLogView state={state} onClear={feed.clear} />
    </>
  );
}
