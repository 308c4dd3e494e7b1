/** The result of an examination: four numbers, and the verdicts with a column for each revision. */

import { Download, Play } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useStore } from "zustand";
import { compareRevisions } from "../../../shared/conform/conformReport.ts";
import type { ConformVerdict } from "../../../shared/conform/runConform.ts";
import { type Area, areas } from "../../../shared/conform/scenario.ts";
import { revisions } from "../../../shared/protocol/revisions.ts";
import type { ReportFormat } from "../../../shared/report/reportFormats.ts";
import { writeReport } from "../../../shared/report/writeReport.ts";
import { failureText } from "../../messages/failureMessages.ts";
import { formatDateTime } from "../../messages/quantities.ts";
import { saveFile } from "../../platform/saveFile.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Chip } from "../../ui/fields/Chip.tsx";
import { Menu } from "../../ui/overlays/Menu.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import {
  areaNames,
  groupNames,
  notExaminedText,
  notTriedText,
  outcomeTexts,
} from "../messages/examineMessages.ts";
import { nothingRemembered, type PastExamination } from "../store/examinationMemory.ts";
import type { ConformRun, Examinations } from "../store/examinations.ts";
import { groupRows, judgeRows, type VerdictGroup } from "../store/verdictGroups.ts";
import { type ShownOutcome, verdictRows } from "../store/verdictRows.ts";
import { Differences } from "./Differences.tsx";
import styles from "./Examine.module.css";
import { glyphOf } from "./glyphOf.ts";
import { VerdictList } from "./VerdictList.tsx";

interface ExaminationResultProps {
  readonly examinations: Examinations;
  readonly examination: ConformRun;
  readonly verdicts: readonly ConformVerdict[];
  readonly serverId: string;
  /** Undefined for the server of a recording, which is not contacted. */
  readonly onAgain: (() => void) | undefined;
  readonly diagnose: ReactNode;
  /** Lists the messages that prove a verdict, by their numbers in the log. */
  readonly renderEvidence: (seqs: readonly number[]) => ReactNode;
}

/** The outcomes that are counted; what does not apply is named below. */
const numbers: readonly ShownOutcome[] = ["violation", "warning", "passed", "could-not-run"];

export function ExaminationResult(props: ExaminationResultProps) {
  const { examinations, examination, verdicts, serverId, onAgain, diagnose, renderEvidence } =
    props;
  const { facts, failures, state, durationMs } = examination;
  const differences = useMemo(() => compareRevisions(facts), [facts]);
  const known = useRemembered(examinations, serverId);
  // what is expected of a server, and its history, are of this browser
  const remembered = onAgain ? known : nothingRemembered;
  const startedAt = Date.parse(examination.startedAt);
  const rows = useMemo(
    () => judgeRows(verdictRows(verdicts), remembered, startedAt),
    [verdicts, remembered, startedAt],
  );
  const [area, showArea] = useState<Area | "changed">();
  const changed = rows.filter(({ change }) => change);
  const isShown = (row: (typeof rows)[number]) =>
    area === undefined || (area === "changed" ? row.change : row.scenario.area === area);
  const columns = [...new Set(verdicts.map(({ revision }) => revision))];
  const groups = groupRows(rows);
  const countOf = (group: VerdictGroup) => groups.find(([each]) => each === group)?.[1].length ?? 0;
  const isOwn = useStore(examinations, (all) => all.has(serverId));
  const again = onAgain && (
    <Button variant="primary" icon={Play} onPress={onAgain}>
      Run examination
    </Button>
  );
  if (verdicts.length === 0) {
    const failure = failures.at(-1)?.failure;
    return (
      <EmptyState
        title={state === "stopped" ? "Stopped before the first verdict" : "Could not run"}
        actions={again}
      >
        {failure ? failureText(failure).what : "The server speaks no known revision."}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.head}>
        <dl className={styles.numbers}>
          {numbers.map((outcome) => (
            <div key={outcome} className={styles.number}>
              <dt>{groupNames[outcome].toLowerCase()}</dt>
              <dd data-outcome={outcome}>
                <StateGlyph state={glyphOf(outcome)} />
                {countOf(outcome)}
              </dd>
            </div>
          ))}
        </dl>
        <Row wraps>
          {again}
          {diagnose}
          {isOwn && <ExportMenu examinations={examinations} serverId={serverId} />}
        </Row>
      </div>
      <div className={styles.bar} aria-hidden="true">
        {numbers.map((outcome) => (
          <i key={outcome} data-outcome={outcome} style={{ flexGrow: countOf(outcome) }} />
        ))}
      </div>
      <fieldset className={styles.areas} aria-label="Areas">
        <AreaChip
          label="All"
          count={rows.length}
          isSelected={!area}
          onPress={() => showArea(undefined)}
        />
        {changed.length > 0 && (
          <AreaChip
            label="Changed"
            count={changed.length}
            isSelected={area === "changed"}
            onPress={() => showArea("changed")}
          />
        )}
        {areas.map((each) => {
          const of = rows.filter(({ scenario }) => scenario.area === each);
          return (
            of.length > 0 && (
              <AreaChip
                key={each}
                label={areaNames[each]}
                count={of.length}
                isSelected={area === each}
                onPress={() => showArea(each)}
              />
            )
          );
        })}
      </fieldset>
      <VerdictList
        groups={groups.map(([group, of]) => [group, of.filter(isShown)])}
        isOpen={area === "changed"}
        revisions={columns}
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
            differences={differences}
            revisions={facts.map(({ revision }) => revision)}
          />
        </Disclosure>
      )}
      <NotExamined examination={examination} />
      <PastExaminations past={remembered.past} className={styles.differences} />
      <Text as="p" size="small" tone="muted" className={styles.foot}>
        {`${verdicts.length} verdicts${isOwn ? ` in ${(durationMs / 1000).toFixed(1)} s` : ""}, ${countOf("not-applicable")} ${outcomeTexts["not-applicable"]}.`}
        {state === "stopped" && " It was stopped before the end."} Share includes them and their
        messages.
      </Text>
    </>
  );
}

/** Says why revisions have no column. */
function NotExamined({ examination }: { readonly examination: ConformRun }) {
  const { state, facts, failures } = examination;
  // who opens a recording, or stopped the examination, does not know why
  if (state !== "done" || facts.length === 0) return null;
  const left = revisions.filter((each) => facts.every(({ revision }) => revision !== each));
  if (left.length === 0) return null;
  return (
    <ul aria-label="Revisions that were not examined" className={styles.notExamined}>
      {left.map((revision) => {
        const failed = failures.find((each) => each.revision === revision);
        return (
          <li key={revision}>
            {revision}: {failed ? notExaminedText(failed.failure) : notTriedText}
          </li>
        );
      })}
    </ul>
  );
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
      <ol aria-label="Examinations" className={styles.examinations}>
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
      </ol>
    </Disclosure>
  );
}

interface AreaChipProps {
  readonly label: string;
  readonly count: number;
  readonly isSelected: boolean;
  readonly onPress: () => void;
}

function AreaChip({ label, count, isSelected, onPress }: AreaChipProps) {
  return (
    <Chip isSelected={isSelected} onChange={onPress}>
      {label} <span className={styles.count}>{count}</span>
    </Chip>
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
      trigger={<Button icon={Download}>Export</Button>}
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
