/** The log of a feed: one row for each event and for what the server says about the subscription. */
import { useState } from "react";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { textOfJson } from "../../../shared/core/text/textOfJson.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { type EventRow, eventDataText, type FeedState } from "../../../shared/events/eventFeed.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import { JsonView } from "../../editor/JsonView.tsx";
import { formatCount, formatTimeOfDay } from "../../messages/quantities.ts";
import { Button } from "../../ui/Button.tsx";
import { RowButton } from "../../ui/lists/RowButton.tsx";
import { RowList } from "../../ui/lists/RowList.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { rowKindTexts } from "../messages/eventMessages.ts";
import styles from "./EventPane.module.css";

interface EventLogViewProps {
  readonly state: FeedState;
  readonly onClear: () => void;
}

export function EventLogView({ state: { rows, removed }, onClear }: EventLogViewProps) {
  const [shown, setShown] = useState<number>();
  const newestFirst = rows.toReversed();
  const events = rows.filter(({ kind }) => kind === "event").length;
  return (
    <Stack as="section" gap={2} aria-label="Event log">
      <Row gap={2} align="baseline">
        <Heading level={3}>Event log</Heading>
        <Text size="small" tone="muted">
          {formatCount(events, "event")}
          {removed > 0 && `, ${formatCount(removed, "earlier row")} removed`}
        </Text>
        {rows.length > 0 && (
          <Button size="small" variant="quiet" onPress={onClear}>
            Clear
          </Button>
        )}
      </Row>
      {rows.length > 0 && (
        <RowList label="Events" items={newestFirst} keyOf={({ number }) => number}>
          {(row) => (
            <>
              <RowButton
                isCurrent={row.number === shown}
                onPress={() => setShown(row.number === shown ? undefined : row.number)}
              >
                <Line row={row} />
              </RowButton>
              {row.number === shown && <Detail row={row} />}
            </>
          )}
        </RowList>
      )}
    </Stack>
  );
}

/** Characters of the data of an event that a row shows. */
const maxShown = 200;

function Line({ row: { at, kind, value, via, findings } }: { readonly row: EventRow }) {
  const id = kind === "event" ? textOfJson(getOwn(value, "eventId") ?? "without id") : undefined;
  const isBroken = findings.some(({ severity }) => severity === "violation");
  return (
    <span className={styles.line}>
      <Text size="small" tone="muted" isNumeric>
        {formatTimeOfDay(performance.timeOrigin + at)}
      </Text>
      <Text size="small" tone="muted">
        {via}
      </Text>
      <Text isMono isCut size="small" dir="auto" className={styles.id}>
        {id === undefined ? rowKindTexts[kind] : escapeHidden(id, 80)}
      </Text>
      <Text isMono isCut size="small" tone="muted" dir="auto">
        {kind === "event" ? escapeHidden(eventDataText(value), maxShown) : ""}
      </Text>
      {findings.length > 0 && (
        <Text size="small" tone={isBroken ? "violation" : "warning"}>
          <StateGlyph state={isBroken ? "failed" : "warning"} />{" "}
          {formatCount(findings.length, "finding")}
        </Text>
      )}
    </span>
  );
}

function Detail({ row: { value, findings } }: { readonly row: EventRow }) {
  return (
    <div className={styles.detail}>
      {findings.map((finding) => (
        <Text key={finding.code + finding.pointer} as="p" size="small" dir="auto">
          {findingText(finding)}{" "}
          <a href={finding.specUrl} target="_blank" rel="noreferrer">
            Draft
          </a>
        </Text>
      ))}
      <JsonView text={textOfJson(value)} label="Event" pretty maxHeight="20rem" />
    </div>
  );
}
