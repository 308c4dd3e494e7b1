/** The details of the selected row: its request, its answer, their HTTP exchange and their bytes. */
import { ChevronDown, ChevronLeft, ChevronUp, Eye, EyeOff, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from "react";
import type { Finding } from "../../../../shared/lint/finding.ts";
import type { Entry, TapChange } from "../../../../shared/log/entry.ts";
import { maskBytes, spansOf } from "../../../../shared/log/mask.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import { findingText } from "../../../../shared/messages/findingText.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { tapChangeText } from "../../../taps/messages/tapChangeMessages.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Tabs, type TabView } from "../../../ui/Tabs.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { useFindings } from "../../hooks/useFindings.ts";
import { findingsOfItem, findingsOfRow } from "../messages/findingsOfRow.ts";
import type { LogIndex } from "../messages/logIndex.ts";
import { SeveritySign } from "../messages/row/FindingsMark.tsx";
import type { RowGroup } from "../messages/tree/rowGroup.ts";
import { type Loaded, useLoaded } from "../useLoaded.ts";
import { DetailActions } from "./DetailActions.tsx";
import { DetailFacts, DetailFailure, DetailTitle } from "./DetailHead.tsx";
import { type DetailParts, type DetailTab, detailParts } from "./detailParts.ts";
import { HttpExchange } from "./HttpExchange.tsx";
import styles from "./MessageDetail.module.css";
import { MessageFacts } from "./MessageFacts.tsx";
import { MessageText } from "./MessageText.tsx";
import { traceFacts } from "./traceFacts.ts";

interface Props {
  readonly detailRef: RefObject<HTMLElement | null>;
  readonly loaded: Loaded;
  readonly exchangeAt: (entry: Entry) => RowGroup | undefined;
  readonly index: LogIndex;
  /** Whether it is a page of its own, with a way back to the rows. */
  readonly isPage: boolean;
  /** Selects the row before or after; undefined where there is none. */
  readonly step: { readonly back: (() => void) | undefined; readonly on: (() => void) | undefined };
  readonly onClose: () => void;
}

export function MessageDetail(props: Props) {
  const { detailRef, loaded, exchangeAt, index, isPage, step, onClose } = props;
  const parts = detailParts(loaded.entry, exchangeAt, index);
  const { first, group, response } = parts;
  const { of } = useFindings();
  const findings = group
    ? findingsOfItem(group, false, index, of)
    : findingsOfRow(first, index, of);

  useEffect(() => {
    if (isPage) detailRef.current?.focus();
  }, [isPage, detailRef]);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };

  return (
    <section
      ref={detailRef}
      aria-label="Message detail"
      tabIndex={-1}
      className={styles.detail}
      onKeyDown={closeOnEscape}
    >
      <header className={styles.header}>
        {isPage ? (
          <Button
            variant="quiet"
            icon={ChevronLeft}
            aria-label="Back to Messages"
            className={styles.back}
            onPress={onClose}
          >
            Messages
          </Button>
        ) : (
          <DetailTitle parts={parts} index={index} />
        )}
        <Step label="Previous message" icon={ChevronUp} act={step.back} />
        <Step label="Next message" icon={ChevronDown} act={step.on} />
        {!isPage && (
          <IconButton
            label="Close message detail"
            icon={X}
            size="small"
            shortcut="Escape"
            onPress={onClose}
          />
        )}
      </header>
      {isPage && <DetailTitle parts={parts} index={index} />}
      <DetailFailure parts={parts} />
      <DetailFacts parts={parts} index={index} />
      <TraceContext loaded={loaded} />
      {findings.length > 0 && <FindingList findings={findings} />}
      <DetailTabs key={loaded.entry.seq} parts={parts} loaded={loaded} index={index} />
      {/* what has no text has no tabs */}
      {parts.tabs.length === 0 && <MessageFacts entry={response ?? first} index={index} />}
    </section>
  );
}

/** Bytes of a message that is searched for a trace context. */
const maxTracedBytes = 1_000_000;

/** The trace context of a message; nothing if it has none. */
function TraceContext({ loaded: { entry, bytes } }: { readonly loaded: Loaded }) {
  const facts = useMemo(() => {
    if (entry.kind !== "message" || bytes.byteLength > maxTracedBytes) return [];
    return traceFacts(messageText(entry.carrier, maskBytes(bytes, spansOf(entry.secrets, "body"))));
  }, [entry, bytes]);
  if (facts.length === 0) return null;
  return (
    <ul aria-label="Trace context" className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact} dir="auto">
          {fact}
        </li>
      ))}
    </ul>
  );
}

function Step(props: { label: string; icon: typeof ChevronUp; act: (() => void) | undefined }) {
  const { label, icon, act } = props;
  return (
    <IconButton
      label={label}
      icon={icon}
      size="small"
      isUnavailable={act === undefined}
      onPress={() => act?.()}
    />
  );
}

interface TabsProps {
  readonly parts: DetailParts;
  readonly loaded: Loaded;
  readonly index: LogIndex;
}

/** The tabs that apply, and what can be done with the message. */
function DetailTabs({ parts, loaded, index }: TabsProps) {
  const { first, response, exchanges, tabs } = parts;
  const [chosen, choose] = useState(parts.initial);
  const [isRevealed, setRevealed] = useState(false);
  const other = useOther(parts, loaded);
  const firstLoaded = loaded.entry === first ? loaded : other;
  const responseLoaded = loaded.entry === response ? loaded : other;
  const shown = chosen && tabs.includes(chosen) ? chosen : tabs[0];
  if (shown === undefined) return null;
  const status = exchanges.map(({ response: head }) => head?.http.status).find(Boolean);
  const withSecrets = exchanges.flatMap(({ request, departure, response: head }) =>
    [request, departure, head].filter((part) => part !== undefined),
  );
  const hasSecrets = [first, response, ...withSecrets].some((part) => part?.secrets.length);
  // only a request has an answer
  const firstLabel = parts.group ? "Request" : "Message";
  const views: Readonly<Record<DetailTab, Omit<TabView<DetailTab>, "id">>> = {
    request: {
      label: firstLabel,
      content: (
        <div className={styles.panel}>
          {firstLoaded && (
            <MessageText loaded={firstLoaded} label={firstLabel} isRevealed={isRevealed} />
          )}
          <ChangePart entry={first} />
        </div>
      ),
    },
    response: {
      label: "Response",
      hint: parts.hasFailed && <StateGlyph state="failed" />,
      content: (
        <div className={styles.panel}>
          {!response && parts.waitsFor && <Pending waitsFor={parts.waitsFor} />}
          {response && responseLoaded && (
            <MessageText loaded={responseLoaded} label="Response" isRevealed={isRevealed} />
          )}
          {response && <ChangePart entry={response} />}
        </div>
      ),
    },
    http: {
      label: "HTTP",
      hint: status,
      content: (
        <div className={styles.scrolled}>
          {exchanges.map((exchange, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message has one or two
            <HttpExchange key={at} exchange={exchange} isRevealed={isRevealed} />
          ))}
        </div>
      ),
    },
    raw: {
      label: "Raw",
      content: (
        <div className={styles.panel}>
          {[firstLoaded, responseLoaded].map(
            (part, at) =>
              part && (
                <RawPart
                  key={part.entry.seq}
                  loaded={part}
                  label={at === 0 ? firstLabel : "Response"}
                  index={index}
                  isRevealed={isRevealed}
                />
              ),
          )}
        </div>
      ),
    },
  };
  return (
    <>
      <Tabs<DetailTab>
        label="Views of the message"
        value={shown}
        onChange={choose}
        className={styles.tabs}
        tabs={tabs.map((id) => ({ id, ...views[id] }))}
        actions={
          hasSecrets && (
            <Button
              size="small"
              variant="quiet"
              icon={isRevealed ? EyeOff : Eye}
              onPress={() => setRevealed(!isRevealed)}
            >
              {isRevealed ? "Mask" : "Reveal"}
            </Button>
          )
        }
      />
      {firstLoaded && (
        <DetailActions
          index={index}
          first={firstLoaded}
          response={responseLoaded}
          isResponse={shown === "response"}
        />
      )}
    </>
  );
}

/** Loads the part of the details that is not selected itself. */
function useOther({ first, response }: DetailParts, { entry }: Loaded): Loaded | undefined {
  const wanted = entry === first ? response : first;
  const loaded = useLoaded(wanted, wanted?.seq);
  return loaded?.entry === wanted ? loaded : undefined;
}

const pendingTexts = {
  connection: "It is not sent yet: it waits for a connection.",
  answer: "It waits for your answer.",
  response: "It was sent and is not answered.",
} as const;

function Pending({ waitsFor }: { waitsFor: keyof typeof pendingTexts }) {
  return <EmptyState title="No response yet">{pendingTexts[waitsFor]}</EmptyState>;
}

interface RawPartProps {
  readonly loaded: Loaded;
  readonly label: string;
  readonly index: LogIndex;
  readonly isRevealed: boolean;
}

function RawPart({ loaded, label, index, isRevealed }: RawPartProps) {
  return (
    <section aria-label={`Raw ${label.toLowerCase()}`} className={styles.raw}>
      <h4 className={styles.part}>{label}</h4>
      <MessageText loaded={loaded} label={label} isRaw isRevealed={isRevealed} />
      <MessageFacts entry={loaded.entry} index={index} />
    </section>
  );
}

/** What a tap did to a message, and what its sender sent. */
function ChangePart({ entry }: { entry: Entry }) {
  const change: TapChange | undefined = entry.kind === "message" ? entry.change : undefined;
  if (!change) return null;
  const { original } = change;
  return (
    <section aria-label="Change by the tap" className={styles.change}>
      <p>In the tap: {tapChangeText(change)}.</p>
      {original !== undefined && (
        <>
          <h4>Original</h4>
          <JsonView text={original} label="Original message" pretty />
        </>
      )}
    </section>
  );
}

/** @param props.findings at least one */
function FindingList(props: { findings: readonly Finding[] }) {
  return (
    <ul aria-label="Findings" className={styles.findings}>
      {props.findings.map((finding, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended
        <li key={at} className={styles.finding}>
          <SeveritySign severity={finding.severity} />
          <p>
            <VisuallyHidden>{`${finding.severity}: `}</VisuallyHidden>
            {findingText(finding)}{" "}
            {finding.pointer && <code className={styles.place}>{finding.pointer}</code>}{" "}
            <a href={finding.specUrl} target="_blank" rel="noreferrer" title={finding.code}>
              {linkErrorText(finding.specUrl)}
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}

function linkErrorText(url: string): string {
  return url.includes("modelcontextprotocol.io") ? "Specification" : new URL(url).hostname;
}
