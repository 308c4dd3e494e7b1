/** The tab Examine: examines the shown server, and shows the verdicts. */
import { ClipboardCheck, Play, Stethoscope } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ConformVerdict } from "../../../shared/conform/runConform.ts";
import { scenarios } from "../../../shared/conform/scenarios.ts";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { activeServer } from "../../servers/store/server.ts";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { useOnDemand } from "../../stores/useOnDemand.ts";
import { useLog } from "../../traffic/hooks/useLog.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import type { ExamineSection } from "../../view/viewStore.ts";
import { whatIsSent } from "../messages/examineMessages.ts";
import {
  type ConformRun,
  canExamine,
  type Examinations,
  type ExamineChoices,
  earlierRun,
} from "../store/examinations.ts";
import { ExaminationResult, PastExaminations, useRemembered } from "./ExaminationResult.tsx";
import styles from "./Examine.module.css";
import { SectionHead } from "./SectionHead.tsx";
import type { VerdictContext } from "./VerdictDetail.tsx";

interface ExamineViewProps {
  readonly renderEvidence: VerdictContext["renderEvidence"];
  /** Renders the deprecated features that a server uses in a connection; nothing if it uses none. */
  readonly renderDeprecated: (connectionId: string) => ReactNode;
}

export function ExamineView({ renderEvidence, renderDeprecated }: ExamineViewProps) {
  const examinations = useOnDemand(useStores().examine);
  const server = useStore(useStores().servers.all, activeServer);
  // the log has the verdicts
  const { entries } = useLog();
  const { view } = useStores();
  const run = useExamination(examinations, server?.id ?? "");
  const section = useView((state) => state.examineSection);
  const verdicts = server && examinations ? examinations.verdicts(server.id) : none;
  if (!examinations) return null;
  const first = entries[0]?.seq ?? Number.POSITIVE_INFINITY;
  // its messages were cleared, and its verdicts with them
  const isCleared = run?.state !== "running" && verdicts.length === 0 && first > (run?.from ?? 0);
  const nothing = (
    <EmptyState icon={ClipboardCheck} title="Nothing to examine">
      Connect to a server first.
    </EmptyState>
  );
  // a recording has messages, but no server that answers
  if (!server?.connection) return nothing;
  const sections = (
    <RadioGroup<ExamineSection>
      label="What to examine"
      hideLabel
      look="segments"
      choices={[
        { id: "server", label: "Server" },
        { id: "clients", label: "Clients" },
        { id: "sessions", label: "Sessions" },
      ]}
      value={section}
      onChange={view.showExamine}
      className={styles.sections}
    />
  );
  return (
    <div key={server.id} className={styles.view}>
      {section === "clients" ? (
        <ClientsView server={server} sections={sections} renderEvidence={renderEvidence} />
      ) : section === "sessions" ? (
        <SessionComparison server={server} sections={sections} renderEvidence={renderEvidence} />
      ) : !canExamine(server) && verdicts.length === 0 ? (
        <>
          <SectionHead sections={sections} />
          {nothing}
        </>
      ) : (
        <ServerExamination
          examinations={examinations}
          examination={
            isCleared ? undefined : (run ?? (verdicts.length > 0 ? earlierRun : undefined))
          }
          verdicts={verdicts}
          serverId={server.id}
          canRun={canExamine(server)}
          sections={sections}
          renderEvidence={renderEvidence}
        >
          {renderDeprecated(server.connection.id)}
        </ServerExamination>
      )}
    </div>
  );
}

// the facts about clients are loaded when they are asked for
const ClientsView = lazyComponent(async () => (await import("./ClientsView.tsx")).ClientsView);

const SessionComparison = lazyComponent(
  async () => (await import("./SessionComparison.tsx")).SessionComparison,
);

const none: readonly ConformVerdict[] = [];
const noExaminations = createStore(() => new Map<string, ConformRun>());

function useExamination(examinations: Examinations | undefined, serverId: string) {
  return useStore(examinations ?? noExaminations, (all) => all.get(serverId));
}

interface ServerExaminationProps extends Pick<ExamineViewProps, "renderEvidence"> {
  readonly examinations: Examinations;
  readonly examination: ConformRun | undefined;
  readonly verdicts: readonly ConformVerdict[];
  readonly serverId: string;
  readonly canRun: boolean;
  readonly sections: ReactNode;
  /** Below the question or the verdicts. */
  readonly children: ReactNode;
}

function ServerExamination(props: ServerExaminationProps) {
  const { examinations, examination, verdicts, serverId, canRun, sections } = props;
  const [isAsking, ask] = useState(false);
  const run = (choices: ExamineChoices) => {
    ask(false);
    examinations.run(serverId, choices);
  };
  return (
    <section aria-label="Examination">
      {!examination || isAsking ? (
        <Question
          sections={sections}
          examinations={examinations}
          serverId={serverId}
          onRun={run}
          onCancel={examination && (() => ask(false))}
        />
      ) : (
        <ExaminationResult
          examinations={examinations}
          examination={examination}
          verdicts={verdicts}
          serverId={serverId}
          onAgain={canRun ? () => ask(true) : undefined}
          diagnose={<Diagnose isQuiet />}
          sections={sections}
          renderEvidence={props.renderEvidence}
        />
      )}
      <div className={styles.deprecated}>{props.children}</div>
    </section>
  );
}

/** Diagnoses a connection that works; the workbench shows the diagnosis above. */
function Diagnose({ isQuiet = false }: { readonly isQuiet?: boolean }) {
  const { doctor } = useStores();
  const { connection, state } = useConnection();
  // the notice of a failure has its own button
  if (state.kind !== "connected" || state.client.initializedFailure || !connection) return null;
  const look = isQuiet ? ({ size: "small", variant: "quiet" } as const) : {};
  return (
    <Button {...look} icon={Stethoscope} onPress={() => void doctor.diagnose(connection, false)}>
      Diagnose connection
    </Button>
  );
}

interface QuestionProps {
  readonly sections: ReactNode;
  readonly examinations: Examinations;
  readonly serverId: string;
  readonly onRun: (choices: ExamineChoices) => void;
  readonly onCancel: (() => void) | undefined;
}

/** Asks before anything is sent, and lists it. */
function Question({ sections, examinations, serverId, onRun, onCancel }: QuestionProps) {
  const [allowsCalls, allowCalls] = useState(false);
  const [usesSavedCalls, chooseSavedCalls] = useState(false);
  const saved = useOnDemand(examinations.savedCalls);
  const { past } = useRemembered(examinations, serverId);
  return (
    <>
      <SectionHead sections={sections} />
      <Stack gap={4} className={styles.question}>
        <Stack gap={1}>
          <Heading level={2} size="large">
            Does this server follow the specification?
          </Heading>
          <Text as="p" tone="muted">
            {whatIsSent}
          </Text>
        </Stack>
        <Checkbox
          label="Also call tools that may change something"
          isSelected={allowsCalls}
          onChange={allowCalls}
        />
        {saved && saved.length > 0 && (
          <Checkbox
            label={`Call tools with the arguments of saved calls (${saved.length})`}
            isSelected={usesSavedCalls}
            onChange={chooseSavedCalls}
          />
        )}
        <Row wraps>
          <Button
            variant="primary"
            icon={Play}
            onPress={() => onRun({ allowsCalls, usesSavedCalls })}
          >
            Run examination
          </Button>
          <Diagnose />
          {onCancel && (
            <Button variant="quiet" onPress={onCancel}>
              Cancel
            </Button>
          )}
        </Row>
        <Disclosure title="What is sent" hint={scenarios.length}>
          <dl className={styles.scenarios}>
            {scenarios.map(({ id, title, sends }) => (
              <div key={id} className={styles.scenario}>
                <dt>{title}</dt>
                <dd>{sends}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
        <PastExaminations past={past} />
      </Stack>
    </>
  );
}
