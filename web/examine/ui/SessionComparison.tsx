/** Compares the session of the shown server with that of another open one, or of a file. */
import { FolderOpen, GitCompare, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import {
  changedValueText,
  differenceHeadings,
  sessionDifferenceText,
} from "../../../shared/messages/sessionDifferenceText.ts";
import type { DifferenceKind } from "../../../shared/recording/difference/compareSessions.ts";
import { formatCount, nounOf } from "../../messages/quantities.ts";
import { useOpenServers } from "../../servers/hooks/useOpenServers.ts";
import type { Server } from "../../servers/store/server.ts";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FileChooser } from "../../ui/fields/FileChooser.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { Differences } from "./Differences.tsx";
import styles from "./Examine.module.css";
import { OutcomeCounts } from "./OutcomeCounts.tsx";
import { SectionHead } from "./SectionHead.tsx";
import { type OpenSessionsComparison, useSessionComparison } from "./useSessionComparison.ts";

interface SessionComparisonProps {
  readonly server: Server;
  /** The choice of what is examined. */
  readonly sections: ReactNode;
  /** Lists messages by their numbers in the log. */
  readonly renderEvidence: (seqs: readonly number[]) => ReactNode;
}

export function SessionComparison({ server, sections, renderEvidence }: SessionComparisonProps) {
  const { servers, sessions, view } = useStores();
  const open = useOpenServers();
  const wantedId = useView((state) => state.comparedWith);
  const [run, setRun] = useState(0);
  const others = open.filter(({ id, connection }) => id !== server.id && connection);
  const other = others.find(({ id }) => id === wantedId);
  const compared = useSessionComparison(server.id, other?.id, run);
  const nameOf = (id: string) => open.find((each) => each.id === id)?.name ?? "";
  const openFile = async (file: File) => {
    await sessions.recordings.open({ kind: "file", file });
    const { activeId } = servers.all.getState();
    if (activeId === server.id || activeId === undefined) return;
    // the file is the other one: what is shown stays
    servers.all.activate(server.id);
    view.compareWith(activeId);
  };
  return (
    <>
      <SectionHead sections={sections}>
        <Select
          label="Compare with"
          hideLabel
          placeholder="Compare with …"
          value={other?.id ?? null}
          onChange={view.compareWith}
          choices={others.map(({ id, name }) => ({ id, label: name }))}
          isDisabled={others.length === 0}
        />
        <FileChooser label="Recording to compare with" onFile={(file) => void openFile(file)}>
          {(choose) => (
            <Button size="small" icon={FolderOpen} onPress={choose}>
              Open a file …
            </Button>
          )}
        </FileChooser>
        {compared && (
          <Button size="small" icon={RotateCw} onPress={() => setRun(run + 1)}>
            Compare again
          </Button>
        )}
      </SectionHead>
      {!other && (
        <EmptyState icon={GitCompare} title="Compare with another session">
          Two clients, or two versions of a server. Nothing is sent.
        </EmptyState>
      )}
      {other && !compared && (
        <p role="status" className={styles.compared}>
          Comparing …
        </p>
      )}
      {other && compared === "failed" && (
        <p role="status" className={styles.compared}>
          The messages could not be read: Traffic was cleared meanwhile.
        </p>
      )}
      {other && compared && compared !== "failed" && (
        <Compared
          compared={compared}
          names={[nameOf(server.id), other.name]}
          renderEvidence={renderEvidence}
        />
      )}
    </>
  );
}

interface ComparedProps extends Pick<SessionComparisonProps, "renderEvidence"> {
  readonly compared: OpenSessionsComparison;
  readonly names: readonly [first: string, second: string];
}

function Compared({ compared, names, renderEvidence }: ComparedProps) {
  const { isSame, differences, counts, pairs, notCompared, seqsOf } = compared;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const listed = differences.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack as="section" gap={3} aria-label="Compared sessions" className={styles.compared}>
      <OutcomeCounts
        counts={[
          { label: `${nounOf(total, "difference")} from ${names[1]}`, count: total },
          { label: `${nounOf(pairs, "request")} in both`, count: pairs },
          ...(notCompared > 0
            ? [{ label: "not compared: no JSON, or nested too deeply", count: notCompared }]
            : []),
        ]}
      />
      {isSame && (
        <Text as="p">
          {notCompared > 0 ? "No other differences" : "No differences"}. Ids, times and metadata are
          not compared.
        </Text>
      )}
      {[...Map.groupBy(differences, ({ kind }) => kind)].map(([kind, group]) => (
        <Stack as="section" key={kind} gap={1} aria-label={headingOf(kind, names)}>
          <Row>
            <Heading level={3}>{headingOf(kind, names)}</Heading>
            <Text size="small" tone="muted" isNumeric>
              {counts[kind]}
            </Text>
          </Row>
          {group.map((difference, at) => {
            const [first, second] = seqsOf(difference);
            const { changes = [] } = difference;
            return (
              <Disclosure
                // biome-ignore lint/suspicious/noArrayIndexKey: a comparison does not change
                key={at}
                level={4}
                title={escapeHidden(sessionDifferenceText(difference)) || "What differs"}
                hint={changes.length > 0 && formatCount(changes.length, "value")}
              >
                <Stack gap={2} className={styles.difference}>
                  {changes.length > 0 && (
                    <Differences
                      differences={changes.slice(0, maxChanges).map((change) => ({
                        subject: change.pointer || "/",
                        values: [changedValueText(change.before), changedValueText(change.after)],
                      }))}
                      columns={names}
                    />
                  )}
                  {changes.length > maxChanges && (
                    <Text as="p" size="small" tone="muted">
                      {formatCount(changes.length - maxChanges, "more value")}
                    </Text>
                  )}
                  <Side name={names[0]} seqs={first} renderEvidence={renderEvidence} />
                  <Side name={names[1]} seqs={second} renderEvidence={renderEvidence} />
                </Stack>
              </Disclosure>
            );
          })}
        </Stack>
      ))}
      {listed < total && (
        <Text as="p" size="small" tone="muted">
          {formatCount(total - listed, "more difference")}
        </Text>
      )}
    </Stack>
  );
}

/** Values of one difference that are listed. */
const maxChanges = 50;

function headingOf(kind: DifferenceKind, [first, second]: ComparedProps["names"]): string {
  if (kind === "only-first") return `Only in ${first}`;
  return kind === "only-second" ? `Only in ${second}` : differenceHeadings[kind];
}

interface SideProps extends Pick<SessionComparisonProps, "renderEvidence"> {
  readonly name: string;
  readonly seqs: readonly number[];
}

/** The messages of one session. */
function Side({ name, seqs, renderEvidence }: SideProps) {
  if (seqs.length === 0) return null;
  return (
    <section aria-label={`Messages of ${name}`}>
      <Text as="p" size="small" tone="muted">
        {name}
      </Text>
      {renderEvidence(seqs)}
    </section>
  );
}
