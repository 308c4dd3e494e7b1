/** Shows how the server works with known clients, as far as the session and facts about them say. */
import { RotateCw, Wrench, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { clientCatalog } from "../../../shared/clients/clientCatalog.ts";
import { type CompatColumn, compatColumns } from "../../../shared/clients/compat/clientProblem.ts";
import {
  type CellState,
  type CompatCell,
  type CompatRow,
  judgeClients,
} from "../../../shared/clients/compat/judgeClients.ts";
import { observeOffers, observeServer } from "../../../shared/clients/compat/observedServer.ts";
import { countText } from "../../../shared/core/countText.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import {
  clientFindingText,
  compatColumnNames,
  factSourceText,
} from "../../../shared/messages/clientFindingText.ts";
import { knownFactText } from "../../../shared/messages/clients/clientSeenText.ts";
import { nextTask } from "../../platform/slices.ts";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import type { Server } from "../../servers/store/server.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useLog } from "../../traffic/hooks/useLog.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { type State, StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { cellTexts, rowWord } from "../messages/clientsMessages.ts";
import styles from "./Clients.module.css";
import { OutcomeCounts } from "./OutcomeCounts.tsx";
import { SectionHead } from "./SectionHead.tsx";
import verdictStyles from "./Verdicts.module.css";

const glyphs: Readonly<Record<CellState, State>> = {
  fails: "failed",
  loses: "warning",
  works: "ok",
  "not-seen": "not-applicable",
  "not-known": "to-come",
};

interface ClientsViewProps {
  readonly server: Server;
  /** The choice of what is examined. */
  readonly sections: ReactNode;
  /** Lists messages by their numbers in the log. */
  readonly renderEvidence: (seqs: readonly number[]) => ReactNode;
}

export function ClientsView({ server, sections, renderEvidence }: ClientsViewProps) {
  const { log } = useStores().traffic;
  const [run, setRun] = useState(0);
  const rows = useRows(server, log, run);
  const [chosen, choose] = useState<{ readonly id: string; readonly column: CompatColumn }>();
  const [showsProblems, showProblems] = useState(false);
  const row = rows?.find(({ client }) => client.id === chosen?.id);
  if (!rows) {
    return <SectionHead sections={sections} />;
  }
  const of = (outcome: ClientOutcome) => rows.filter((one) => outcomeOfRow(one) === outcome);
  const problems = rows.filter((one) => problemOutcomes.has(outcomeOfRow(one)));
  return (
    <>
      <SectionHead sections={sections}>
        <Button size="small" icon={RotateCw} onPress={() => setRun(run + 1)}>
          Compare again
        </Button>
      </SectionHead>
      <Stack as="section" gap={3} aria-label="Clients" className={styles.view}>
        <Row gap={4} wraps>
          <OutcomeCounts
            counts={numbers.map(([outcome, label, tone]) => ({
              label,
              tone,
              count: of(outcome).length,
            }))}
          />
          <Button
            size="small"
            aria-pressed={showsProblems}
            className={styles.end}
            onPress={() => showProblems(!showsProblems)}
          >
            With problems {problems.length}
          </Button>
        </Row>
        <div className={styles.split}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
          <section aria-label="Known clients" tabIndex={0} className={styles.scroll}>
            <ClientTable
              rows={showsProblems ? problems : rows}
              chosen={chosen}
              onChoose={(id, column) => choose({ id, column })}
            />
          </section>
          {row && chosen && (
            <CellDetail
              row={row}
              column={chosen.column}
              renderEvidence={renderEvidence}
              onClose={() => choose(undefined)}
            />
          )}
        </div>
        <Text as="p" size="small" tone="muted">
          Compared with facts about {countText(rows.length, "client")}, each with its source and
          date; no client was contacted and nothing was sent. A check mark says that no known fact
          speaks against it.
        </Text>
      </Stack>
    </>
  );
}

/** How a client as a whole works with the server. */
type ClientOutcome = "fails" | "loses" | "works" | "not-known";

/** With the words and the tone in which it is counted. */
const numbers: readonly (readonly [ClientOutcome, words: string, tone: string | undefined])[] = [
  ["fails", "fail", "violation"],
  ["loses", "with losses", "warning"],
  ["works", "nothing against it", "passed"],
  ["not-known", "not known", undefined],
];

const problemOutcomes: ReadonlySet<ClientOutcome> = new Set(["fails", "loses"]);

/** The worst of its cells; a client is not known as long as nothing speaks for or against it. */
function outcomeOfRow({ cells }: CompatRow): ClientOutcome {
  const states = new Set<CellState>(Object.values(cells).map(({ state }) => state));
  const known = (["fails", "loses", "works"] as const).find((state) => states.has(state));
  return known ?? "not-known";
}

/** Entries of a log that is compared again by itself when it grows; a longer one is, when the user asks. */
const maxFollowed = 5000;
/** Milliseconds without new entries. */
const restMs = 300;

/** The rows for what the log has of a server; undefined until they are known. */
function useRows(server: Server, log: EventLog, run: number) {
  const [rows, setRows] = useState<readonly CompatRow[]>();
  const { target } = server;
  const reached = connectedView(useConnection());
  const connectionId = reached?.connection.id ?? "";
  const name = reached?.client.agreement.serverInfo?.name ?? "";
  const { length } = useLog();
  const followed = Math.min(length, maxFollowed);
  const isSse = reached?.client.transport.kind === "http-sse";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run reads what was added meanwhile
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const read = await readRows();
      if (!isOver) setRows(read);
    }, restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };

    async function readRows() {
      const own = log.snapshot().entries.filter((entry) => entry.connectionId === connectionId);
      const observed = await observeServer(
        log,
        connectionId,
        {
          transport: target.kind !== "http" ? "stdio" : isSse ? "sse" : "http",
          url: target.kind === "http" ? (URL.parse(target.url) ?? undefined) : undefined,
          name,
          offers: await observeOffers(log, own),
        },
        nextTask,
      );
      const judged = await judgeClients(clientCatalog, observed);
      return judged.toSorted((a, b) => a.client.title.localeCompare(b.client.title, "en"));
    }
  }, [log, target, connectionId, name, isSse, run, followed]);
  return rows;
}

interface ClientTableProps {
  readonly rows: readonly CompatRow[];
  readonly chosen: { readonly id: string; readonly column: CompatColumn } | undefined;
  readonly onChoose: (id: string, column: CompatColumn) => void;
}

function ClientTable({ rows, chosen, onChoose }: ClientTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">client</th>
          {compatColumns.map((column) => (
            <th key={column} scope="col" className={styles.state}>
              {compatColumnNames[column]}
            </th>
          ))}
          <th scope="col" className={styles.word}>
            in a word
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.client.id} data-chosen={row.client.id === chosen?.id || undefined}>
            <th scope="row">
              {row.client.title}{" "}
              <Text size="small" tone="muted" className={styles.versions}>
                {row.client.versions}
              </Text>
            </th>
            {compatColumns.map((column) => (
              <td key={column} className={styles.state}>
                <Cell
                  cell={row.cells[column]}
                  name={`${row.client.title}, ${compatColumnNames[column]}`}
                  onPress={() => onChoose(row.client.id, column)}
                />
              </td>
            ))}
            <td className={styles.word}>{rowWord(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly cell: CompatCell;
  readonly name: string;
  readonly onPress: () => void;
}

function Cell({ cell, name, onPress }: CellProps) {
  return (
    <button
      type="button"
      className={styles.cell}
      aria-label={`${name}: ${cellTexts[cell.state]}`}
      onClick={onPress}
    >
      <StateGlyph state={glyphs[cell.state]} />
    </button>
  );
}

interface CellDetailProps {
  readonly row: CompatRow;
  readonly column: CompatColumn;
  readonly renderEvidence: ClientsViewProps["renderEvidence"];
  readonly onClose: () => void;
}

function CellDetail({ row, column, renderEvidence, onClose }: CellDetailProps) {
  const { client, cells } = row;
  const { findings, state, facts } = cells[column];
  const name = `${client.title}, ${compatColumnNames[column]}`;
  const known = clientCatalog.find(({ id }) => id === client.id)?.facts;
  // a finding says its own
  const others = facts.flatMap((fact) => {
    const value = findings.some((finding) => finding.fact === fact) ? undefined : known?.[fact];
    return value ? [[fact, value] as const] : [];
  });
  return (
    <Stack as="section" gap={3} aria-label={name} className={styles.detail}>
      <Row gap={2}>
        <StateGlyph state={glyphs[state]} />
        <Text weight="strong">{name}</Text>
        <IconButton size="small" icon={X} label="Close" onPress={onClose} className={styles.end} />
      </Row>
      {findings.length === 0 && (
        <Text as="p">
          {cellTexts[state]}
          {state === "works" && `, of ${countText(facts.length, "fact")}`}.
        </Text>
      )}
      {others.length > 0 && (
        <ul aria-label="Facts" className={styles.facts}>
          {others.map(([fact, value]) => (
            <li key={fact}>{escapeHidden(knownFactText(fact, value))}</li>
          ))}
        </ul>
      )}
      {findings.map(({ problem, known, seq }, index) => {
        const { sentence, fix } = clientFindingText(problem);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings have no names, and do not move
          <Stack key={index} gap={2}>
            <Text as="p" className={styles.sentence}>
              {escapeHidden(sentence)}
            </Text>
            <Text as="p" size="small" tone="muted" className={styles.sentence}>
              {factSourceText(known)}
            </Text>
            {seq !== undefined && renderEvidence([seq])}
            <p className={verdictStyles.fix}>
              <Wrench aria-hidden="true" />
              <span>
                <Text weight="medium">Fix:</Text> {fix}
              </span>
            </p>
          </Stack>
        );
      })}
    </Stack>
  );
}
