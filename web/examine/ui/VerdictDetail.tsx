/** What was expected and seen, the messages that prove it, how to fix it, and what can be done with a verdict. */
import { ArrowRight, Check, RotateCw, Wrench, X } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { sectionOf } from "../../../shared/conform/conformReport.ts";
import { failingTest } from "../../../shared/conform/failingTest.ts";
import { problemOf } from "../../../shared/conform/scenario.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { maskTarget } from "../../../shared/recording/maskTarget.ts";
import { formatDateTime } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { outcomeTexts } from "../messages/examineMessages.ts";
import type { Examinations } from "../store/examinations.ts";
import type { JudgedRow } from "../store/verdictGroups.ts";
import { shownOutcome } from "../store/verdictRows.ts";
import { glyphOf } from "./glyphOf.ts";
import styles from "./Verdicts.module.css";

export interface VerdictContext {
  readonly examinations: Examinations;
  readonly serverId: string;
  /**
   * Lists the messages that prove a verdict, by their numbers in the log.
   * @param pointer the wrong place of the last one
   */
  readonly renderEvidence: (seqs: readonly number[], pointer?: string) => ReactNode;
}

export function VerdictDetail({ row, ...context }: VerdictContext & { readonly row: JudgedRow }) {
  const { renderEvidence } = context;
  const { scenario, byRevision, worst } = row;
  const { verdict } = worst;
  const problem = verdict.outcome === "failed" ? problemOf(scenario, verdict) : undefined;
  const seen = problem?.seen ?? (verdict.outcome === "passed" ? verdict.sentence : undefined);
  const same = [...byRevision.values()].filter((each) => shownOutcome(each) === row.outcome);
  return (
    <Stack as="section" gap={3} aria-label="Verdict" className={styles.detail}>
      <dl className={styles.facts}>
        <dt>Expected</dt>
        <dd>
          {escapeHidden(problem?.expected ?? scenario.title)}{" "}
          <a href={sectionOf(scenario, worst.revision)} target="_blank" rel="noreferrer">
            Specification
          </a>
        </dd>
        {seen !== undefined && (
          <>
            <dt>Seen</dt>
            <dd>{escapeHidden(seen)}</dd>
          </>
        )}
        <dt>Rule</dt>
        <dd>
          <Text isMono>{scenario.id}</Text>, {outcomeTexts[row.outcome]} at{" "}
          {same.map(({ revision }) => revision).join(", ")}
        </dd>
      </dl>
      {"evidence" in verdict && (
        <div className={styles.evidence}>
          {renderEvidence(
            verdict.evidence,
            verdict.outcome === "failed" ? verdict.pointer : undefined,
          )}
        </div>
      )}
      {problem && (
        <p className={styles.fix}>
          <Wrench aria-hidden="true" />
          <span>
            <Text weight="medium">Fix:</Text> {escapeHidden(problem.fix)}
          </span>
        </p>
      )}
      <VerdictActions row={row} {...context} />
      {row.past.length > 0 && <OverTime row={row} />}
    </Stack>
  );
}

function VerdictActions({ row, examinations, serverId }: Parameters<typeof VerdictDetail>[0]) {
  const { scenario, worst, outcome } = row;
  const { id } = scenario;
  const { servers, view } = useStores();
  const target = useStore(servers.all, ({ open }) => open.get(serverId)?.target);
  const isEnded = useStore(examinations, (all) => {
    const state = all.get(serverId)?.state;
    return state !== undefined && state !== "running";
  });
  const repeated = useStore(examinations, (all) => all.get(serverId)?.repeated);
  const isFinding = row.group !== "passed" && row.group !== "not-applicable";
  const isFailed = outcome === "violation" || outcome === "warning";
  const seq = "evidence" in worst.verdict ? worst.verdict.evidence.at(-1) : undefined;
  return (
    <Row wraps>
      {isEnded && (
        <Button
          size="small"
          icon={RotateCw}
          isBusy={repeated === id}
          isUnavailable={repeated !== undefined && repeated !== id}
          onPress={() => examinations.runAgain(serverId, id)}
        >
          Run again
        </Button>
      )}
      {seq !== undefined && (
        <Button size="small" variant="quiet" icon={ArrowRight} onPress={() => view.showEntry(seq)}>
          Open in Traffic
        </Button>
      )}
      {isFailed && target && (
        <CopyButton
          size="small"
          variant="quiet"
          label="Copy as failing test"
          text={() => failingTest(scenario, worst.revision, maskTarget(target).target)}
        />
      )}
      {isEnded && isFinding && (
        <Button
          size="small"
          variant="quiet"
          icon={row.isExpected ? X : Check}
          className={styles.expect}
          onPress={() => examinations.expect(serverId, id, !row.isExpected)}
        >
          {row.isExpected ? "No longer expect it" : "Expect it from now on"}
        </Button>
      )}
    </Row>
  );
}

function OverTime({ row }: { row: JudgedRow }) {
  const entries = [...row.past].reverse();
  return (
    <Row as="ol" align="stretch" wraps aria-label="Over time" className={styles.past}>
      {entries.map(({ at, outcome }) => (
        <li key={at}>
          <StateGlyph state={glyphOf(outcome)} label={outcomeTexts[outcome]} /> {formatDateTime(at)}
        </li>
      ))}
      <li>
        <StateGlyph state={glyphOf(row.outcome)} label={outcomeTexts[row.outcome]} /> now
      </li>
    </Row>
  );
}
