/** The verdicts by outcome, each with a column for each revision and its evidence below. */

import { Check, ChevronRight, RotateCw, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useStore } from "zustand";
import { sectionOf } from "../../../shared/conform/conformReport.ts";
import { failingTest } from "../../../shared/conform/failingTest.ts";
import { isOfRevision } from "../../../shared/conform/scenarios.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { Revision } from "../../../shared/protocol/revisions.ts";
import { maskTarget } from "../../../shared/recording/maskTarget.ts";
import { formatDateTime } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { groupNames, outcomeTexts, staleText } from "../messages/examineMessages.ts";
import type { Examinations } from "../store/examinations.ts";
import type { JudgedRow, VerdictGroup } from "../store/verdictGroups.ts";
import { shownOutcome } from "../store/verdictRows.ts";
import styles from "./Examine.module.css";
import { glyphOf } from "./glyphOf.ts";

interface VerdictListProps {
  readonly groups: readonly (readonly [group: VerdictGroup, rows: readonly JudgedRow[]])[];
  readonly revisions: readonly Revision[];
  readonly examinations: Examinations;
  readonly serverId: string;
  /** Lists the messages that prove a verdict, by their numbers in the log. */
  readonly renderEvidence: (seqs: readonly number[]) => ReactNode;
  /** Whether every group starts open. */
  readonly isOpen: boolean;
}

/** What needs no attention is folded. */
const folded: readonly VerdictGroup[] = ["expected", "passed", "not-applicable"];

export function VerdictList({ groups, isOpen, ...props }: VerdictListProps) {
  const { revisions } = props;
  const shown = groups.filter(([, rows]) => rows.length > 0);
  const hasProblems = shown.some(([group]) => !folded.includes(group));
  return (
    <div className={styles.list} style={{ "--revisions": revisions.length } as React.CSSProperties}>
      <div aria-hidden="true" className={styles.columns}>
        <span />
        {revisions.map((revision) => (
          <span key={revision}>
            <span className={styles.century}>{revision.slice(0, 2)}</span>
            {revision.slice(2, 7)}
          </span>
        ))}
      </div>
      {shown.map(([group, rows]) => (
        <Group
          key={`${group} ${isOpen}`}
          group={group}
          startsOpen={isOpen || !folded.includes(group) || (group === "passed" && !hasProblems)}
        >
          {rows.map((row) => (
            <VerdictItem key={row.scenario.id} row={row} {...props} />
          ))}
        </Group>
      ))}
    </div>
  );
}

interface GroupProps {
  readonly group: VerdictGroup;
  readonly startsOpen: boolean;
  readonly children: readonly React.ReactNode[];
}

function Group({ group, startsOpen, children }: GroupProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Heading level={3} size="meta" className={styles.group}>
        <button
          type="button"
          id={id}
          aria-expanded={isOpen}
          className={styles.fold}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden="true" className={styles.chevron} />
          {groupNames[group]} <span className={styles.count}>{children.length}</span>
        </button>
      </Heading>
      {isOpen && <ul className={styles.rows}>{children}</ul>}
    </section>
  );
}

interface VerdictItemProps extends Omit<VerdictListProps, "groups" | "isOpen"> {
  readonly row: JudgedRow;
}

function VerdictItem({ row, revisions, ...props }: VerdictItemProps) {
  const { scenario, outcome, byRevision, worst, change } = row;
  const [isOpen, setOpen] = useState(false);
  const sentence = "sentence" in worst.verdict ? worst.verdict.sentence : scenario.title;
  const isStale = row.isExpected && row.group === "violation";
  const text = isStale ? `${scenario.title}: ${staleText}` : sentence;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        className={styles.row}
        onClick={() => setOpen(!isOpen)}
      >
        <StateGlyph
          state={glyphOf(isStale ? "violation" : outcome)}
          label={row.group === "expected" ? "expected" : outcomeTexts[outcome]}
        />
        <span className={styles.sentence}>
          {change && <Badge tone={change === "new" ? "violation" : "neutral"}>{change}</Badge>}{" "}
          {escapeHidden(text)}
        </span>
        {revisions.map((revision) => {
          const found = byRevision.get(revision);
          // an examination that was stopped has not run all that applies
          const isLeft = !found && isOfRevision(scenario, revision);
          const at = found ? shownOutcome(found) : "not-applicable";
          return (
            <span key={revision} className={styles.cell}>
              <StateGlyph
                state={isLeft ? "queued" : glyphOf(at)}
                label={`${revision}: ${isLeft ? "not run" : outcomeTexts[at]}`}
              />
            </span>
          );
        })}
      </button>
      {isOpen && <VerdictDetail row={row} {...props} />}
    </li>
  );
}

/** What was expected, the messages that prove the verdict, and what can be done with it. */
function VerdictDetail({ row, renderEvidence, ...props }: Omit<VerdictItemProps, "revisions">) {
  const { serverId } = props;
  const { scenario, byRevision, worst } = row;
  const { servers } = useStores();
  const target = useStore(servers.all, ({ open }) => open.get(serverId)?.target);
  const same = [...byRevision.values()].filter((each) => shownOutcome(each) === row.outcome);
  return (
    <Stack gap={2} className={styles.detail}>
      <Text as="p" size="small" tone="muted">
        {scenario.title}. <Text isMono>{scenario.id}</Text>, {outcomeTexts[row.outcome]} at{" "}
        {same.map(({ revision }) => revision).join(", ")}.{" "}
        <a href={sectionOf(scenario, worst.revision)} target="_blank" rel="noreferrer">
          Specification
        </a>
      </Text>
      {"evidence" in worst.verdict && renderEvidence(worst.verdict.evidence)}
      <Row wraps>
        {(row.outcome === "violation" || row.outcome === "warning") && target && (
          <CopyButton
            size="small"
            label="Copy as failing test"
            text={() => failingTest(scenario, worst.revision, maskTarget(target).target)}
          />
        )}
        <VerdictActions row={row} {...props} />
      </Row>
      {row.past.length > 0 && <OverTime row={row} />}
    </Stack>
  );
}

function VerdictActions({
  row,
  examinations,
  serverId,
}: Omit<VerdictItemProps, "revisions" | "renderEvidence">) {
  const { id } = row.scenario;
  const isOwn = useStore(examinations, (all) => all.has(serverId));
  const repeated = useStore(examinations, (all) => all.get(serverId)?.repeated);
  const isFinding = row.group !== "passed" && row.group !== "not-applicable";
  if (!isOwn) return null;
  return (
    <>
      <Button
        size="small"
        icon={RotateCw}
        isBusy={repeated === id}
        isUnavailable={repeated !== undefined && repeated !== id}
        onPress={() => examinations.runAgain(serverId, id)}
      >
        Run again
      </Button>
      {isFinding && (
        <Button
          size="small"
          variant="quiet"
          icon={row.isExpected ? X : Check}
          onPress={() => examinations.expect(serverId, id, !row.isExpected)}
        >
          {row.isExpected ? "No longer expect it" : "Expect it from now on"}
        </Button>
      )}
    </>
  );
}

function OverTime({ row }: { row: JudgedRow }) {
  const entries = [...row.past].reverse();
  return (
    <ol aria-label="Over time" className={styles.past}>
      {entries.map(({ at, outcome }) => (
        <li key={at}>
          <StateGlyph state={glyphOf(outcome)} label={outcomeTexts[outcome]} /> {formatDateTime(at)}
        </li>
      ))}
      <li>
        <StateGlyph state={glyphOf(row.outcome)} label={outcomeTexts[row.outcome]} /> now
      </li>
    </ol>
  );
}
