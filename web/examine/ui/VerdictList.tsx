/** The verdicts by outcome, each with a column for each revision and its evidence below. */
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useStore } from "zustand";
import { sectionOf } from "../../../shared/conform/conformReport.ts";
import { failingTest } from "../../../shared/conform/failingTest.ts";
import type { Entry } from "../../../shared/log/entry.ts";
import type { Revision } from "../../../shared/protocol/revisions.ts";
import { maskTarget } from "../../../shared/recording/maskTarget.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { outcomeNames, outcomeTexts, type ShownOutcome } from "../messages/examineMessages.ts";
import styles from "./Examine.module.css";
import { glyphOf } from "./glyphOf.ts";
import { shownOutcome, type VerdictRow } from "./verdictRows.ts";

interface VerdictListProps {
  readonly groups: readonly (readonly [outcome: ShownOutcome, rows: readonly VerdictRow[]])[];
  readonly revisions: readonly Revision[];
  readonly serverId: string;
}

/** What needs no attention is folded. */
const folded: readonly ShownOutcome[] = ["passed", "not-applicable"];

export function VerdictList({ groups, revisions, serverId }: VerdictListProps) {
  const shown = groups.filter(([, rows]) => rows.length > 0);
  const hasProblems = shown.some(([outcome]) => !folded.includes(outcome));
  return (
    <div className={styles.list} style={{ "--revisions": revisions.length } as React.CSSProperties}>
      <div aria-hidden="true" className={styles.columns}>
        <span />
        {revisions.map((revision) => (
          <span key={revision}>{revision.slice(0, 7)}</span>
        ))}
      </div>
      {shown.map(([outcome, rows]) => (
        <Group
          key={outcome}
          outcome={outcome}
          startsOpen={!folded.includes(outcome) || (outcome === "passed" && !hasProblems)}
        >
          {rows.map((row) => (
            <VerdictItem
              key={row.scenario.id}
              row={row}
              revisions={revisions}
              serverId={serverId}
            />
          ))}
        </Group>
      ))}
    </div>
  );
}

interface GroupProps {
  readonly outcome: ShownOutcome;
  readonly startsOpen: boolean;
  readonly children: readonly React.ReactNode[];
}

function Group({ outcome, startsOpen, children }: GroupProps) {
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
          {outcomeNames[outcome]} <span className={styles.count}>{children.length}</span>
        </button>
      </Heading>
      {isOpen && <ul className={styles.rows}>{children}</ul>}
    </section>
  );
}

interface VerdictItemProps {
  readonly row: VerdictRow;
  readonly revisions: readonly Revision[];
  readonly serverId: string;
}

function VerdictItem({ row, revisions, serverId }: VerdictItemProps) {
  const { scenario, outcome, byRevision, worst } = row;
  const [isOpen, setOpen] = useState(false);
  const text = "sentence" in worst.verdict ? worst.verdict.sentence : scenario.title;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        className={styles.row}
        onClick={() => setOpen(!isOpen)}
      >
        <StateGlyph state={glyphOf(outcome)} label={outcomeTexts[outcome]} />
        <span className={styles.sentence}>{text}</span>
        {revisions.map((revision) => {
          const found = byRevision.get(revision);
          const at = found ? shownOutcome(found) : "not-applicable";
          return (
            <span key={revision} className={styles.cell}>
              <StateGlyph state={glyphOf(at)} label={`${revision}: ${outcomeTexts[at]}`} />
            </span>
          );
        })}
      </button>
      {isOpen && <VerdictDetail row={row} serverId={serverId} />}
    </li>
  );
}

/** What was expected, the messages that prove the verdict, and the verdict as a test. */
function VerdictDetail({ row, serverId }: Omit<VerdictItemProps, "revisions">) {
  const { scenario, byRevision, worst } = row;
  const { traffic, servers, view } = useStores();
  const target = useStore(servers.all, ({ open }) => open.get(serverId)?.target);
  const same = [...byRevision.values()].filter((each) => shownOutcome(each) === row.outcome);
  const { entries } = traffic.log.snapshot();
  const first = entries[0]?.seq ?? 0;
  const evidence = "evidence" in worst.verdict ? worst.verdict.evidence : [];
  const seen = evidence.flatMap((seq) => entries[seq - first] ?? []).slice(0, 8);
  return (
    <Stack gap={2} className={styles.detail}>
      <Text as="p" size="small" tone="muted">
        {scenario.title}. <Text isMono>{scenario.id}</Text>, {outcomeTexts[row.outcome]} at{" "}
        {same.map(({ revision }) => revision).join(", ")}.{" "}
        <a href={sectionOf(scenario, worst.revision)} target="_blank" rel="noreferrer">
          Specification
        </a>
      </Text>
      {seen.length > 0 && (
        <ul aria-label="Evidence" className={styles.evidence}>
          {seen.map((entry) => (
            <li key={entry.seq}>
              <Button variant="quiet" size="small" onPress={() => view.showEntry(entry.seq)}>
                <Text tone="accent">{entry.direction === "out" ? "→" : "←"}</Text>
                <Text isMono>{labelOf(entry)}</Text>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {row.outcome !== "passed" && row.outcome !== "not-applicable" && target && (
        <Row>
          <CopyButton
            size="small"
            label="Copy as failing test"
            text={() => failingTest(scenario, worst.revision, maskTarget(target).target)}
          />
        </Row>
      )}
    </Stack>
  );
}

/** A message by its method or status. */
function labelOf(entry: Entry): string {
  if (entry.kind === "http-response") return `HTTP ${entry.http.status}`;
  if (entry.kind === "http-request") return entry.http.method;
  const head = entry.kind === "message" ? entry.heads[0] : undefined;
  if (!head) return entry.kind;
  if ("method" in head && head.method !== undefined) return head.method;
  return head.kind === "error" ? `error ${head.code}` : head.kind;
}
