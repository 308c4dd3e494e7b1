/** What the selected span is, how it went, and for whom it waited. */
import { ScanSearch, X } from "lucide-react";
import { initiatorText } from "../../../messages/InitiatorMark.tsx";
import { formatDuration, formatMs } from "../../../messages/quantities.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { itemRow } from "../messages/groupRows.ts";
import type { LogIndex } from "../messages/logIndex.ts";
import type { Rows } from "../messages/rowList.ts";
import { secondsText } from "../range/rangeText.ts";
import styles from "./SpanDetail.module.css";
import { itemSpans, type Span } from "./spans/spans.ts";

interface SpanDetailProps {
  readonly span: Span;
  readonly rows: Rows;
  readonly index: LogIndex;
  /** The time that is shown as 0. */
  readonly zero: number;
  /** Until when spans without an end go on. */
  readonly now: number;
  readonly onOpen: () => void;
  readonly onZoom: () => void;
  readonly onClose: () => void;
}

export function SpanDetail(props: SpanDetailProps) {
  const { span, rows, index, zero, now } = props;
  const entry = index.entry(span.seq);
  const group = entry && rows.exchangeAt(entry);
  const row = group && span.lane !== "streams" ? itemRow(group, index) : undefined;
  const end = span.end ?? now;
  const initiator = entry && index.initiator(entry);
  const parts = group ? partsOf(span, itemSpans(group, index), now) : [];
  const took =
    span.ms === undefined
      ? `${span.end === undefined ? "goes on since" : "lasted"} ${formatMs(end - span.start)}`
      : formatDuration(span.ms, span.isNetworkTime);
  return (
    <section aria-label="Selected span" className={styles.detail}>
      <Stack gap={2}>
        <Row gap={2}>
          <Heading level={3} isMono isCut title={span.name} dir="auto" className={styles.name}>
            {span.name}
          </Heading>
          <IconButton label="Close" icon={X} size="small" onPress={props.onClose} />
        </Row>
        {row?.summary && (
          <Text
            as="p"
            dir="auto"
            weight="medium"
            tone={span.isFailed ? "violation" : "muted"}
            className={styles.words}
          >
            {row.summary}
          </Text>
        )}
        <Text as="p" size="small" isNumeric>
          <Text weight="strong">{took}</Text>{" "}
          {`from ${secondsText(span.start, end - span.start, zero)} to ${secondsText(end, end - span.start, zero)} s`}
          {initiator && ` · ${initiatorText(initiator)}`}
        </Text>
        {parts.length > 0 && (
          <ul aria-label="Who took the time" className={styles.parts}>
            {parts.map(({ name, kind, ms }) => (
              <li key={name} className={styles.part}>
                <span>{name}</span>
                <span aria-hidden="true" className={styles.lane}>
                  <span
                    className={styles.bar}
                    data-kind={kind}
                    style={{ inlineSize: `${(ms / Math.max(1, end - span.start)) * 100}%` }}
                  />
                </span>
                <span className={styles.took}>{formatMs(ms)}</span>
              </li>
            ))}
          </ul>
        )}
        <Row gap={2} wraps>
          <Button size="small" onPress={props.onOpen}>
            Open in Messages
          </Button>
          <Button size="small" variant="quiet" icon={ScanSearch} onPress={props.onZoom}>
            Zoom to it
          </Button>
        </Row>
      </Stack>
    </section>
  );
}

interface TimePart {
  readonly name: string;
  readonly kind: "server" | "you" | "model";
  readonly ms: number;
}

/** The time of the person, of models, and the rest; none where the server took all of it. */
function partsOf(span: Span, within: readonly Span[], now: number): readonly TimePart[] {
  const end = span.end ?? now;
  const timeOf = (kind: Span["kind"]) =>
    unionLength(
      within
        .filter((one) => one !== span && one.kind === kind && one.seq !== span.seq)
        .map((one) => ({
          from: Math.max(span.start, one.start),
          to: Math.min(end, one.end ?? now),
        })),
    );
  const you = timeOf("you");
  const models = timeOf("model");
  if (you + models === 0) return [];
  const all: readonly TimePart[] = [
    { name: "server", kind: "server", ms: Math.max(0, end - span.start - Math.max(you, models)) },
    { name: "you", kind: "you", ms: you },
    { name: "models", kind: "model", ms: models },
  ];
  return all.filter(({ kind, ms }) => kind === "server" || ms > 0);
}

/** The time that intervals cover together, in milliseconds. */
function unionLength(intervals: readonly { from: number; to: number }[]): number {
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of intervals.toSorted((one, other) => one.from - other.from)) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return covered;
}
