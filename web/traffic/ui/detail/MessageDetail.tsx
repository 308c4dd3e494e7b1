/** Shows the details of the selected row: the message, its bytes and its HTTP exchange. */
import {
  ArrowLeftRight,
  Eye,
  EyeOff,
  FlaskConical,
  ListPlus,
  RotateCcw,
  SquarePen,
  X,
} from "lucide-react";
import { type KeyboardEvent, type RefObject, useMemo, useState } from "react";
import { decodeText } from "../../../../shared/core/bytes.ts";
import { membersOf, parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import type { Finding } from "../../../../shared/lint/finding.ts";
import type { TapChange } from "../../../../shared/log/entry.ts";
import { maskBytes, spansOf } from "../../../../shared/log/mask.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import { findingText } from "../../../../shared/messages/findingText.ts";
import { useSaveEvalCase } from "../../../chat/hooks/useSaveEvalCase.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { PlainText } from "../../../editor/PlainText.tsx";
import { formatTimeOfDay } from "../../../messages/quantities.ts";
import { tapChangeText } from "../../../taps/messages/tapChangeMessages.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { useFindings } from "../../hooks/useFindings.ts";
import { findingsOfItem, findingsOfRow } from "../messages/findingsOfRow.ts";
import { endOfRequest } from "../messages/groupRows.ts";
import type { LogIndex } from "../messages/logIndex.ts";
import { SeveritySign } from "../messages/row/FindingsMark.tsx";
import { rowOf } from "../messages/rows.ts";
import { type RowGroup, responseIn } from "../messages/tree/rowGroup.ts";
import { useCompose } from "../useCompose.ts";
import { useInputActions } from "../useInputActions.ts";
import type { Loaded } from "../useLoaded.ts";
import { useReplay } from "../useReplay.ts";
import { CopyAsMenu } from "./CopyAsMenu.tsx";
import { ExchangeTimes } from "./ExchangeTimes.tsx";
import { fidelityText } from "./fidelityText.ts";
import { HttpExchange } from "./HttpExchange.tsx";
import styles from "./MessageDetail.module.css";
import { MessageFacts, MessageTitle } from "./MessageFacts.tsx";
import { ResponsePart } from "./ResponsePart.tsx";

/** Whether the message is shown formatted, or as the bytes that carried it. */
export type MessageLook = "message" | "raw";

interface Props {
  readonly detailRef: RefObject<HTMLElement | null>;
  readonly loaded: Loaded;
  /** The exchange that the message begins. */
  readonly exchange: RowGroup | undefined;
  readonly index: LogIndex;
  readonly look: MessageLook;
  readonly onLook: (look: MessageLook) => void;
  readonly onSelect: (seq: number) => void;
  readonly onClose: () => void;
}

export function MessageDetail(props: Props) {
  const { detailRef, loaded, index, look, onLook, onSelect, onClose } = props;
  const { entry, bytes } = loaded;
  const compose = useCompose();
  const replay = useReplay();
  const saveEvalCase = useSaveEvalCase();
  const [revealed, setRevealed] = useState<number>();
  const isRevealed = revealed === entry.seq;
  const { of } = useFindings();
  const group = props.exchange?.head === entry ? props.exchange : undefined;
  const findings = group
    ? findingsOfItem(group, false, index, of)
    : findingsOfRow(entry, index, of);
  const response = group && responseIn(group);
  const row = rowOf(entry, index);
  const pair = index.pair(entry.seq);
  const { copyToSampling, answerLikeThis } = useInputActions(loaded, pair?.method);
  const exchange = index.exchange(entry);
  const hasSecrets = [entry, exchange?.request, exchange?.departure, exchange?.response].some(
    (part) => part !== undefined && part.secrets.length > 0,
  );
  const text = useMemo(() => {
    const shown = isRevealed ? bytes : maskBytes(bytes, spansOf(entry.secrets, "body"));
    return look === "message" && entry.kind === "message"
      ? messageText(entry.carrier, shown)
      : decodeText(shown);
  }, [entry, bytes, look, isRevealed]);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };

  const isRelayed = exchange?.response?.http.httpVersion !== undefined;
  const isRecorded = index.source(entry.connectionId) !== undefined;
  const endedBy = group && !response ? endOfRequest(group, index) : undefined;
  const carriedBy = isRecorded ? "recording" : isRelayed ? "relay" : "browser";
  return (
    <section
      ref={detailRef}
      aria-label="Message detail"
      tabIndex={-1}
      className={styles.detail}
      onKeyDown={closeOnEscape}
    >
      <header className={styles.header}>
        {row && <MessageTitle entry={entry} row={row} index={index} />}
        <IconButton
          label="Close message detail"
          icon={X}
          size="small"
          shortcut="Escape"
          onPress={onClose}
        />
        <div className={styles.controls}>
          {bytes.byteLength > 0 && (
            <RadioGroup
              label="Show"
              hideLabel
              look="segments"
              choices={looks}
              value={look}
              onChange={onLook}
            />
          )}
          {pair && (
            <IconButton
              label={pair.other > entry.seq ? "Go to response" : "Go to request"}
              icon={ArrowLeftRight}
              size="small"
              onPress={() => onSelect(pair.other)}
            />
          )}
          {hasSecrets && (
            <IconButton
              label={isRevealed ? "Mask" : "Reveal"}
              icon={isRevealed ? EyeOff : Eye}
              size="small"
              onPress={() => setRevealed(isRevealed ? undefined : entry.seq)}
            />
          )}
          {bytes.byteLength > 0 && (
            <CopyButton text={text} label="Copy message" isIcon variant="quiet" size="small" />
          )}
          <CopyAsMenu key={entry.seq} entry={entry} index={index} />
          {entry.kind === "message" && (
            <IconButton
              label="Open in composer"
              icon={SquarePen}
              size="small"
              onPress={() => compose(entry, bytes)}
            />
          )}
          {entry.kind === "message" && replay(entry) && (
            <IconButton
              label="Send again and compare"
              icon={RotateCcw}
              size="small"
              onPress={() => replay(entry)?.()}
            />
          )}
          {copyToSampling && (
            <IconButton
              label="Copy to Sampling"
              icon={FlaskConical}
              size="small"
              onPress={copyToSampling}
            />
          )}
          {pair?.method === "tools/call" && pair.other > entry.seq && (
            <IconButton
              label="Save as eval case"
              icon={FlaskConical}
              size="small"
              onPress={() => {
                const { name, arguments: input } = membersOf(parseJsonObject(text)?.params);
                saveEvalCase(String(name), JSON.stringify(input));
              }}
            />
          )}
          {answerLikeThis && (
            <IconButton
              label="Answer like this from now on"
              icon={ListPlus}
              size="small"
              onPress={answerLikeThis}
            />
          )}
        </div>
      </header>
      {group && <ExchangeTimes exchange={group} index={index} />}
      {findings.length > 0 && <FindingList findings={findings} />}
      {bytes.byteLength > 0 && (
        <div key={entry.seq} className={styles.body}>
          {look === "message" ? (
            <JsonView text={text} label="Message" pretty />
          ) : (
            <PlainText text={text} label="Raw message" />
          )}
        </div>
      )}
      {entry.kind === "message" && entry.change && <ChangePart change={entry.change} />}
      {response && (
        <ResponsePart
          entry={response}
          index={index}
          isRaw={look === "raw"}
          isRevealed={isRevealed}
        />
      )}
      {endedBy && (
        <section aria-label="Response" className={styles.response}>
          <h4 className={styles.part}>
            No response <span className={styles.subject}>{endTexts[endedBy.words]}</span>
          </h4>
        </section>
      )}
      {exchange && <HttpExchange exchange={exchange} isRevealed={isRevealed} />}
      <Disclosure
        title="Times and bytes"
        hint={formatTimeOfDay(performance.timeOrigin + entry.at)}
        className={styles.fidelity}
      >
        {row && <MessageFacts entry={entry} row={row} index={index} />}
        <p>{fidelityText(entry, look === "message", carriedBy)}</p>
      </Disclosure>
    </section>
  );
}

/** How the client ended a request that was not answered. */
const endTexts = {
  "timed out": "The request timed out before it was answered.",
  disconnected: "The client disconnected before the request was answered.",
  cancelled: "The request was cancelled before it was answered.",
} as const;

/** What a tap did to the message, and what its sender sent. */
function ChangePart({ change }: { change: TapChange }) {
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

const looks = [
  { id: "message", label: "Message" },
  { id: "raw", label: "Raw" },
] as const;

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
