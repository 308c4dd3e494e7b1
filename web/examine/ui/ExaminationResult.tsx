/** An examination while it runs and after it: numbers, and the verdicts with a column for each revision. */

import { Download, Play, Square } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useStore } from "zustand";
import { compareRevisions } from "../../../shared/conform/conformReport.ts";
import type { ConformVerdict } from "../../../shared/conform/runConform.ts";
import { type Area, areas } from "../../../shared/conform/scenario.ts";
import { revisions } from "../../../shared/protocol/revisions.ts";
import type { ReportFormat } from "../../../shared/report/reportFormats.ts";
import { writeReport } from "../../../shared/report/writeReport.ts";
import { failureText } from "../../messages/failureMessages.ts";
import {
  formatCount,
  formatDateTime,
  formatMs,
  formatTimeOfDay,
  formatWait,
  nounOf,
} from "../../messages/quantities.ts";
import { saveFile } from "../../platform/saveFile.ts";
import { useNow } from "../../stores/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Menu } from "../../ui/overlays/Menu.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import {
  areaNames,
  notExaminedText,
  notTriedText,
  outcomeTexts,
} from "../messages/examineMessages.ts";
import { nothingRemembered, type PastExamination } from "../store/examinationMemory.ts";
import {
  type ExaminationProgress,
  examinationProgress,
  remainingMs,
} from "../store/examinationProgress.ts";
import type { ConformRun, Examinations } from "../store/examinations.ts";
import { groupRows, type JudgedRow, judgeRows, type VerdictGroup } from "../store/verdictGroups.ts";
import { type ShownOutcome, shownOutcome, verdictRows } from "../store/verdictRows.ts";
import { Differences } from "./Differences.tsx";
import styles from "./Examine.module.css";
import { glyphOf } from "./glyphOf.ts";
import { OutcomeCounts } from "./OutcomeCounts.tsx";
import { SectionHead } from "./SectionHead.tsx";
import type { VerdictContext } from "./VerdictDetail.tsx";
import { VerdictList } from "./VerdictList.tsx";

interface ExaminationResultProps extends VerdictContext {
  readonly examination: ConformRun;
  readonly verdicts: readonly ConformVerdict[];
  /** Undefined for the server of a recording, which is not contacted. */
  readonly onAgain: (() => void) | undefined;
  readonly diagnose: ReactNode;
  /** The choice of what is examined. */
  readonly sections: ReactNode;
}

/** The outcomes that are counted above the verdicts. */
const numbers = ["violation", "warning", "passed", "could-not-run"] as const;

export function ExaminationResult(props: ExaminationResultProps) {
  const { examinations, examination, verdicts, serverId, onAgain, diagnose } = props;
  const { sections, renderEvidence } = props;
  const { facts, failures, state } = examination;
  const isRunning = state === "running";
  const progress = useMemo(
    () => (isRunning ? examinationProgress(examination, verdicts) : undefined),
    [isRunning, examination, verdicts],
  );
  const differences = useMemo(() => compareRevisions(facts), [facts]);
  const known = useRemembered(examinations, serverId);
  // what is expected of a server, and its history, are of this browser
  const remembered = onAgain ? known : nothingRemembered;
  const startedAt = Date.parse(examination.startedAt);
  const rows = useMemo(
    () => judgeRows(verdictRows(verdicts), remembered, startedAt),
    [verdicts, remembered, startedAt],
  );
  const [part, showPart] = useState<Part>("all");
  const changed = rows.filter(({ change }) => change);
  const isShown = (row: JudgedRow) =>
    part === "all" || (part === "changed" ? row.change : row.scenario.area === part);
  const columns = progress?.columns ?? [...new Set(verdicts.map(({ revision }) => revision))];
  const current = progress?.current?.scenario;
  const running = rows.find(({ scenario, group }) => scenario === current && group === "passed");
  const groups = groupRows(rows.filter((row) => row !== running));
  const countOf = (group: VerdictGroup) => groups.find(([each]) => each === group)?.[1].length ?? 0;
  const isOwn = useStore(examinations, (all) => all.has(serverId));
  const again = onAgain && (
    <Button variant="primary" size="small" icon={Play} onPress={onAgain}>
      Run examination
    </Button>
  );
  if (verdicts.length === 0 && !isRunning) {
    const failure = failures.at(-1)?.failure;
    return (
      <>
        <SectionHead sections={sections} />
        <EmptyState
          title={state === "stopped" ? "Stopped before the first verdict" : "Could not run"}
          actions={again}
        >
          {failure ? failureText(failure).what : "The server speaks no known revision."}
        </EmptyState>
      </>
    );
  }
  const parts = areas.filter((area) => rows.some(({ scenario }) => scenario.area === area));
  return (
    <>
      <SectionHead sections={sections}>
        {isRunning ? (
          <Button size="small" icon={Square} onPress={() => examinations.stop(serverId)}>
            Stop
          </Button>
        ) : (
          <>
            {isOwn && (
              <Text size="small" tone="muted" isNumeric className={styles.ran}>
                ran {formatTimeOfDay(startedAt).slice(0, 5)}, {formatMs(examination.durationMs)}
              </Text>
            )}
            {diagnose}
            {isOwn && <ExportMenu examinations={examinations} serverId={serverId} />}
            {again}
          </>
        )}
      </SectionHead>
      <Row wraps gap={4} className={styles.counts}>
        <OutcomeCounts
          counts={[
            ...numbers
              .filter((outcome) => outcome !== "could-not-run" || countOf(outcome) > 0)
              .map((outcome) => ({
                label:
                  outcome === "warning"
                    ? nounOf(countOf(outcome), "warning")
                    : numberTexts[outcome],
                count: countOf(outcome),
                tone: outcome,
              })),
            progress
              ? { label: "tests to come", count: progress.toCome.length }
              : { label: "do not apply", count: countOf("not-applicable") },
          ]}
        />
        {progress ? (
          <Passed progress={progress} begunAt={examination.begunAt} />
        ) : (
          <Select<Part>
            label="Parts"
            hideLabel
            value={part}
            onChange={showPart}
            choices={[
              { id: "all", label: `All ${formatCount(parts.length, "part")}` },
              ...(changed.length > 0
                ? [{ id: "changed" as const, label: `Changed (${changed.length})` }]
                : []),
              ...parts.map((area) => ({
                id: area,
                label: `${areaNames[area]} (${rows.filter(({ scenario }) => scenario.area === area).length})`,
              })),
            ]}
          />
        )}
      </Row>
      <Row align="stretch" className={styles.bar} aria-hidden="true">
        {numbers.map((outcome) => (
          <i
            key={outcome}
            data-outcome={outcome}
            style={{
              flexGrow: progress
                ? verdicts.filter((verdict) => shownOutcome(verdict) === outcome).length
                : countOf(outcome),
            }}
          />
        ))}
        <i style={{ flexGrow: progress ? progress.toCome.length : countOf("not-applicable") }} />
      </Row>
      <VerdictList
        groups={groups.map(([group, of]) => [group, of.filter(isShown)])}
        isOpen={part !== "all"}
        revisions={columns}
        progress={progress}
        running={running}
        notOffered={part === "all" ? notOfferedOf(examination) : []}
        examinations={examinations}
        serverId={serverId}
        renderEvidence={renderEvidence}
      />
      {differences.length > 0 && (
        <Disclosure
          title="What differs between the revisions"
          hint={differences.length}
          className={styles.differences}
        >
          <Differences
            differences={differences.map(({ subject, values }) => ({
              subject,
              values: facts.map(({ revision }) => values[revision]),
            }))}
            columns={facts.map(({ revision }) => revision)}
          />
        </Disclosure>
      )}
      {!isRunning && (
        <>
          <PastExaminations past={remembered.past} className={styles.differences} />
          <Text as="p" size="small" tone="muted" className={styles.foot}>
            {formatCount(verdicts.length, "verdict")}.
            {state === "stopped" && " It was stopped before the end."} Share includes them and their
            messages.
          </Text>
        </>
      )}
    </>
  );
}

/** What is shown of the verdicts. */
type Part = "all" | "changed" | Area;

const numberTexts = {
  violation: "failed",
  passed: "passed",
  "could-not-run": "could not run",
} as const;

/** How far it is, the time that has passed, and about how much is left. */
function Passed({ progress, begunAt }: { progress: ExaminationProgress; begunAt: number }) {
  const { done, toCome, current } = progress;
  const passedMs = useNow() - begunAt;
  const leftMs = remainingMs(progress, passedMs);
  const total = done + toCome.length;
  const parts = [
    `${done} of ${total}`,
    formatWait(passedMs),
    ...(leftMs === undefined ? [] : [`about ${formatWait(Math.max(1000, leftMs))} left`]),
  ];
  return (
    <span
      role="progressbar"
      aria-label={current ? `Examining ${current.revision}` : "Examining"}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuetext={`${done} of ${total}`}
      className={styles.passed}
    >
      {parts.join(" · ")}
    </span>
  );
}

/** Why revisions have no column. */
function notOfferedOf({ state, facts, failures }: ConformRun) {
  // who opens a recording, or stopped the examination, does not know why
  if (state !== "done" || facts.length === 0) return [];
  return revisions
    .filter((each) => facts.every(({ revision }) => revision !== each))
    .map((revision) => {
      const failed = failures.find((each) => each.revision === revision);
      return [revision, failed ? notExaminedText(failed.failure) : notTriedText] as const;
    });
}

export function useRemembered(examinations: Examinations, serverId: string) {
  return useStore(
    examinations.memory,
    (all) => all.get(examinations.addressOf(serverId)) ?? nothingRemembered,
  );
}

interface PastExaminationsProps {
  readonly past: readonly PastExamination[];
  readonly className?: string | undefined;
}

/** The examinations of a server that ran to their end, with what each found. */
export function PastExaminations({ past, className }: PastExaminationsProps) {
  if (past.length === 0) return null;
  const counted: readonly ShownOutcome[] = ["violation", "warning"];
  return (
    <Disclosure title="Examinations" hint={past.length} className={className}>
      <Row as="ol" align="stretch" wraps aria-label="Examinations" className={styles.examinations}>
        {past.map(({ at, outcomes }) => {
          const all = Object.values(outcomes);
          return (
            <li key={at}>
              {formatDateTime(at)}
              {counted.map((outcome) => (
                <span key={outcome}>
                  <StateGlyph state={glyphOf(outcome)} label={outcomeTexts[outcome]} />{" "}
                  {all.filter((each) => each === outcome).length}
                </span>
              ))}
            </li>
          );
        })}
      </Row>
    </Disclosure>
  );
}

const formats: readonly (readonly [
  format: ReportFormat,
  label: string,
  file: string,
  type: string,
])[] = [
  ["json", "JSON", "report.json", "application/json"],
  ["markdown", "Markdown", "report.md", "text/markdown"],
  ["junit", "JUnit", "report.xml", "application/xml"],
  ["sarif", "SARIF", "report.sarif", "application/json"],
];

function ExportMenu({
  examinations,
  serverId,
}: Pick<ExaminationResultProps, "examinations" | "serverId">) {
  const { expected } = useRemembered(examinations, serverId);
  const saveBaseline = () =>
    saveFile("mcp-baseline.json", "application/json", examinations.baseline(serverId));
  const save = async (format: ReportFormat, file: string, type: string) => {
    const report = await examinations.report(serverId);
    if (report) saveFile(file, type, writeReport(report, format, "mcp-server"));
  };
  return (
    <Menu
      label="Export the report"
      trigger={
        <Button size="small" variant="quiet" icon={Download}>
          Export
        </Button>
      }
      actions={[
        ...formats.map(([id, label, file, type]) => ({
          id,
          label,
          onAction: () => void save(id, file, type),
        })),
        ...(expected.length > 0
          ? [{ id: "baseline", label: "Baseline", onAction: saveBaseline }]
          : []),
      ]}
    />
  );
}
