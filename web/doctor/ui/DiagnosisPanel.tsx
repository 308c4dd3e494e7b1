/** Shows what the connection doctor has found: one sentence, what to do, the messages that show it. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { countText } from "../../../shared/core/countText.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import {
  type Diagnosis,
  type DoctorFinding,
  mainFinding,
  type ProbeResult,
} from "../../../shared/doctor/cause.ts";
import {
  doctorText,
  passedSentences,
  unmeasuredSentences,
} from "../../../shared/messages/doctorText.ts";
import type { Connection } from "../../servers/store/connections/connection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { type State, StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import type { DiagnosisState } from "../store/diagnosesStore.ts";
import styles from "./DiagnosisPanel.module.css";
import { FindingEvidence } from "./FindingEvidence.tsx";
import { FixToCopy } from "./FixToCopy.tsx";

interface DiagnosisPanelProps {
  readonly connection: Connection;
  readonly state: DiagnosisState;
  /** What can be done without a change of the server. */
  readonly actions?: ReactNode;
}

export function DiagnosisPanel({ connection, state, actions }: DiagnosisPanelProps) {
  const { doctor } = useStores();
  return (
    <section aria-label="Diagnosis" className={styles.panel}>
      <Row className={styles.head} align="start">
        <div className={styles.result}>
          {state.kind === "running" && (
            <Row as="p">
              <StateGlyph state="running" />
              <span role="status">Looking for the cause…</span>
            </Row>
          )}
          {state.kind === "failed" && (
            <p role="alert">The diagnosis failed: {escapeHidden(state.reason)}</p>
          )}
          {state.kind === "done" && (
            <Result connection={connection} diagnosis={state.diagnosis} actions={actions} />
          )}
        </div>
        <IconButton
          label="Close the diagnosis"
          icon={X}
          size="small"
          onPress={() => doctor.dismiss(connection.serverId)}
        />
      </Row>
    </section>
  );
}

const glyphs = { violation: "failed", warning: "warning", note: "not-applicable" } as const;

interface ResultProps {
  readonly connection: Connection;
  readonly diagnosis: Diagnosis;
  readonly actions: ReactNode;
}

function Result({ connection, diagnosis, actions }: ResultProps) {
  const { results, requests } = diagnosis;
  const main = mainFinding(diagnosis);
  const findings = results.flatMap((result) => result.findings);
  return (
    <Stack gap={3}>
      {main ? (
        <Finding found={main} isMain />
      ) : (
        <Row as="p">
          <StateGlyph state="ok" />
          <Heading level={2} size="large">
            <span role="status">Nothing wrong was found</span>
          </Heading>
        </Row>
      )}
      <Row wraps>
        {main && <NextStep found={main} connection={connection} />}
        {actions}
      </Row>
      {findings
        .filter((found) => found !== main)
        .map((found) => (
          <Finding key={found.code} found={found} />
        ))}
      <Disclosure
        title="What was examined"
        hint={requests.length > 0 ? countText(requests.length, "request") : undefined}
      >
        <Stack as="ul" gap={1} className={styles.probes}>
          {results.map((result) => (
            <li key={result.probe}>
              <ProbeLine result={result} />
            </li>
          ))}
        </Stack>
        <ul className={styles.requests} aria-label="Requests of the diagnosis">
          {requests.map((request, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: requests may repeat, and their order is fixed
            <li key={index}>{request}</li>
          ))}
        </ul>
      </Disclosure>
    </Stack>
  );
}

function Finding({ found, isMain = false }: { found: DoctorFinding; isMain?: boolean }) {
  const { severity } = found;
  const { sentence, remedy } = doctorText(found);
  return (
    <Stack gap={2}>
      <Row align="start">
        <StateGlyph state={glyphs[severity]} label={severity} />
        <Heading level={isMain ? 2 : 3} size={isMain ? "large" : "body"} className={styles.text}>
          <span role={isMain ? "alert" : undefined}>{escapeHidden(sentence)}</span>
        </Heading>
      </Row>
      <Text as="p" tone="muted" className={styles.text}>
        {escapeHidden(remedy)}
      </Text>
      <FindingEvidence seqs={found.seqs} />
      <FixToCopy found={found} />
    </Stack>
  );
}

/** What the page itself can do about a cause. */
function NextStep({ found, connection }: { found: DoctorFinding; connection: Connection }) {
  const { doctor, connections, servers } = useStores();
  if (found.code === "path-not-found" || found.code === "html-page") {
    return found.evidence.isSearched ? null : (
      <Button onPress={() => void doctor.diagnose(connection, true)}>Try the usual paths</Button>
    );
  }
  const isElsewhere =
    found.code === "wrong-path" ||
    found.code === "address-family" ||
    found.code === "wrong-interface";
  if (!isElsewhere) return null;
  const { found: url } = found.evidence;
  const connect = () => {
    servers.all.choose(url);
    connections.connector.connect();
  };
  return (
    <Button onPress={connect} className={styles.connect}>
      Connect to {url}
    </Button>
  );
}

function ProbeLine({ result }: { result: ProbeResult }) {
  const { probe, outcome, findings } = result;
  const [first] = findings;
  const state: State =
    outcome === "passed" ? "ok" : first ? glyphs[first.severity] : "not-applicable";
  return (
    <Row align="start">
      <StateGlyph state={state} />
      {outcome === "passed" ? (
        passedSentences[probe]
      ) : (
        <Text tone={first ? "muted" : "faint"} className={styles.text}>
          {first
            ? escapeHidden(doctorText(first).sentence)
            : outcome === "unmeasured"
              ? unmeasuredSentences[probe]
              : `${probe}: not examined`}
        </Text>
      )}
    </Row>
  );
}
