/** The verdicts, problems first, each with a column for each revision and its evidence below. */
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { type Area, areas } from "../../../shared/conform/scenario.ts";
import { isOfRevision } from "../../../shared/conform/scenarios.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { Revision } from "../../../shared/protocol/revisions.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Stack } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { areaNames, groupNames, outcomeTexts, staleText } from "../messages/examineMessages.ts";
import type { ExaminationProgress } from "../store/examinationProgress.ts";
import type { JudgedRow, VerdictGroup } from "../store/verdictGroups.ts";
import { shownOutcome } from "../store/verdictRows.ts";
import { glyphOf } from "./glyphOf.ts";
import { type VerdictContext, VerdictDetail } from "./VerdictDetail.tsx";
import styles from "./Verdicts.module.css";

interface VerdictListProps extends VerdictContext {
  readonly groups: readonly (readonly [group: VerdictGroup, rows: readonly JudgedRow[]])[];
  readonly revisions: readonly Revision[];
  /** Undefined once the examination has ended. */
  readonly progress: ExaminationProgress | undefined;
  /** The row of the test that runs, while nothing is wrong with it. */
  readonly running: JudgedRow | undefined;
  /** Why revisions have no column. */
  readonly notOffered: readonly (readonly [revision: Revision, why: string])[];
  /** Whether every group starts open. */
  readonly isOpen: boolean;
}

/** What needs no attention is folded. */
const folded: readonly VerdictGroup[] = ["expected", "passed", "not-applicable"];
/** Tests to come that have a row of their own. */
const maxToCome = 3;

export function VerdictList(props: VerdictListProps) {
  const { groups, isOpen, revisions, progress, running, notOffered, ...context } = props;
  const item = (row: JudgedRow) => (
    <VerdictItem
      key={row.scenario.id}
      row={row}
      revisions={revisions}
      progress={progress}
      {...context}
    />
  );
  const isFolded = ([group]: (typeof groups)[number]) => folded.includes(group);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no room for what is open below a row
    <div
      role="grid"
      aria-label="Verdicts"
      className={styles.list}
      style={{ "--revisions": revisions.length } as React.CSSProperties}
      onKeyDown={moveFocus}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="row" className={styles.columns}>
        <GridCell role="columnheader" className={styles.title}>
          Verdict, problems first
        </GridCell>
        {revisions.map((revision) => (
          <GridCell key={revision} role="columnheader">
            <span className={styles.century}>{revision.slice(0, 2)}</span>
            {revision.slice(2, 7)}
          </GridCell>
        ))}
      </div>
      {groups.filter((each) => !isFolded(each)).flatMap(([, rows]) => rows.map(item))}
      {progress && <ToCome {...{ progress, revisions, groups, running }} />}
      {groups.filter(isFolded).map(([group, rows]) => {
        const left = group === "not-applicable" ? notOffered : [];
        if (rows.length === 0 && left.length === 0) return null;
        const areasText = areaCounts(rows.map(({ scenario }) => scenario.area));
        const leftText = left.map(([revision]) => revision).join(", ");
        return (
          <Fold
            key={`${group} ${isOpen}`}
            title={`${rows.length} ${rows.length === 1 && group === "not-applicable" ? "does not apply" : groupNames[group].toLowerCase()}`}
            hint={
              leftText ? `${leftText}: no column, because the server does not offer it` : areasText
            }
            startsOpen={isOpen && rows.length > 0}
          >
            {rows.map(item)}
            {left.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: the grid is no table
              // biome-ignore lint/a11y/useFocusableInteractive: it has nothing to do
              <div role="row">
                <GridCell>
                  <Stack
                    as="ul"
                    gap={1}
                    aria-label="Revisions that were not examined"
                    className={styles.notOffered}
                  >
                    {left.map(([revision, why]) => (
                      <li key={revision}>
                        {revision}: {why}
                      </li>
                    ))}
                  </Stack>
                </GridCell>
              </div>
            )}
          </Fold>
        );
      })}
    </div>
  );
}

/** Moves the focus between the buttons of rows. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { currentTarget: grid, target } = event;
  const buttons = [...grid.querySelectorAll<HTMLElement>("[data-verdict]")];
  const at = buttons.indexOf(target as HTMLElement);
  const next = step === undefined || at < 0 ? undefined : buttons[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface GridCellProps {
  readonly role?: "gridcell" | "columnheader";
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

function GridCell({ role = "gridcell", className, children }: GridCellProps) {
  return (
    <div role={role} className={className}>
      {children}
    </div>
  );
}

/** How many there are of each area, in words. */
function areaCounts(of: readonly Area[]): string {
  return areas
    .map((area) => [areaNames[area], of.filter((each) => each === area).length] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name === "HTTP" ? name : name.toLowerCase()} ${count}`)
    .join(", ");
}

interface FoldProps {
  readonly title: string;
  readonly hint: string;
  readonly startsOpen: boolean;
  readonly children: ReactNode;
}

function Fold({ title, hint, startsOpen, children }: FoldProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the grid is no table */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its button has the focus */}
      <div role="row" className={styles.foldRow}>
        <GridCell>
          <button
            type="button"
            data-verdict=""
            aria-expanded={isOpen}
            className={styles.fold}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight aria-hidden="true" className={styles.chevron} />
            <Text weight="medium">{title}</Text>
            <Text size="small" tone="muted" isCut>
              {hint}
            </Text>
          </button>
        </GridCell>
      </div>
      {isOpen && children}
    </>
  );
}

interface VerdictItemProps
  extends VerdictContext,
    Pick<VerdictListProps, "revisions" | "progress"> {
  readonly row: JudgedRow;
}

function VerdictItem({ row, revisions, progress, ...context }: VerdictItemProps) {
  const { scenario, outcome, byRevision, worst, change } = row;
  const [isOpen, setOpen] = useState(false);
  const { verdict } = worst;
  const sentence = verdict.sentence ?? scenario.title;
  const isStale = row.isExpected && row.group === "violation";
  const text = isStale ? `${scenario.title}: ${staleText}` : sentence;
  const item = verdict.outcome === "failed" && !isStale ? verdict.item : undefined;
  const hasItem = item !== undefined && text.startsWith(item);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the grid is no table */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its button has the focus */}
      <div
        role="row"
        aria-label={`${scenario.id} ${escapeHidden(text)}`}
        data-open={isOpen || undefined}
        className={styles.row}
      >
        <GridCell>
          <button
            type="button"
            data-verdict=""
            aria-expanded={isOpen}
            className={styles.open}
            onClick={() => setOpen(!isOpen)}
          >
            <StateGlyph
              state={glyphOf(isStale ? "violation" : outcome)}
              label={row.group === "expected" ? "expected" : outcomeTexts[outcome]}
            />
            <span className={styles.sentence}>
              {change && <Badge tone={change === "new" ? "violation" : "neutral"}>{change}</Badge>}{" "}
              {hasItem && (
                <Text isMono weight="medium">
                  {escapeHidden(item)}
                </Text>
              )}
              {escapeHidden(hasItem ? text.slice(item.length) : text)}
            </span>
          </button>
        </GridCell>
        <RevisionCells {...{ scenario, byRevision, revisions, progress }} />
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: the grid is no table
        // biome-ignore lint/a11y/useFocusableInteractive: what it holds has the focus
        <div role="row">
          <GridCell>
            <VerdictDetail row={row} {...context} />
          </GridCell>
        </div>
      )}
    </>
  );
}

interface RevisionCellsProps extends Pick<VerdictListProps, "revisions" | "progress"> {
  readonly scenario: JudgedRow["scenario"];
  readonly byRevision: JudgedRow["byRevision"] | undefined;
}

function RevisionCells({ scenario, byRevision, revisions, progress }: RevisionCellsProps) {
  return revisions.map((revision) => {
    const found = byRevision?.get(revision);
    const isLeft = !found && isOfRevision(scenario, revision);
    const at = found ? shownOutcome(found) : "not-applicable";
    return (
      <GridCell key={revision} className={styles.cell}>
        {isLeft ? (
          <LeftGlyph {...{ scenario, revision, progress }} />
        ) : (
          <StateGlyph state={glyphOf(at)} label={`${revision}: ${outcomeTexts[at]}`} />
        )}
      </GridCell>
    );
  });
}

interface LeftGlyphProps {
  readonly scenario: JudgedRow["scenario"];
  readonly revision: Revision;
  readonly progress: ExaminationProgress | undefined;
}

/** A test without a verdict: it runs, is to come, or was not run before the examination was stopped. */
function LeftGlyph({ scenario, revision, progress }: LeftGlyphProps) {
  const { current } = progress ?? {};
  if (current?.scenario === scenario && current.revision === revision) {
    return <StateGlyph state="running" label={`${revision}: running`} />;
  }
  const text = progress ? "to come" : "not run";
  return <StateGlyph state="to-come" label={`${revision}: ${text}`} />;
}

interface ToComeProps extends Pick<VerdictListProps, "revisions" | "groups"> {
  readonly progress: ExaminationProgress;
  /** The row of the test that runs, of which nothing is wrong yet. */
  readonly running: JudgedRow | undefined;
}

/** The test that runs, the next ones, and how many more there are. */
function ToCome({ progress, revisions, groups, running }: ToComeProps) {
  const { current, toCome } = progress;
  const known = new Set(groups.flatMap(([, rows]) => rows.map(({ scenario }) => scenario)));
  const next = toCome.map(({ scenario }) => scenario).filter((scenario) => !known.has(scenario));
  const isShownAbove = current && known.has(current.scenario);
  const first = [...new Set([...(current && !isShownAbove ? [current.scenario] : []), ...next])];
  const shown = new Set(first.slice(0, maxToCome + 1));
  const more = toCome.filter(({ scenario }) => !shown.has(scenario));
  return (
    <>
      {[...shown].map((scenario) => {
        const isRunning = current?.scenario === scenario;
        return (
          // biome-ignore lint/a11y/useSemanticElements: the grid is no table
          // biome-ignore lint/a11y/useFocusableInteractive: it has nothing to do yet
          <div
            key={scenario.id}
            role="row"
            aria-label={`${scenario.id} ${scenario.title}`}
            className={styles.row}
          >
            <GridCell>
              <span className={styles.open}>
                <StateGlyph
                  state={isRunning ? "running" : "to-come"}
                  label={isRunning ? "running" : "to come"}
                />
                <span className={styles.sentence}>{scenario.title}</span>
              </span>
            </GridCell>
            <RevisionCells
              scenario={scenario}
              byRevision={isRunning ? running?.byRevision : undefined}
              revisions={revisions}
              progress={progress}
            />
          </div>
        );
      })}
      {more.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: the grid is no table
        // biome-ignore lint/a11y/useFocusableInteractive: it has nothing to do yet
        <div role="row" className={styles.foldRow}>
          <GridCell className={styles.more}>
            <Text weight="medium">{`${more.length} more to come`}</Text>
            <Text size="small" tone="muted" isCut>
              {areaCounts(more.map(({ scenario }) => scenario.area))}
            </Text>
          </GridCell>
        </div>
      )}
    </>
  );
}
