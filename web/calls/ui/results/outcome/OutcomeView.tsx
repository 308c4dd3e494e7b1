/** Shows how a run ended: its result, its error, or why it failed. */

import { Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { personMs, tookMs } from "../../../../../shared/client/callTimes.ts";
import type { Answer } from "../../../../../shared/client/session/outcome.ts";
import { getOwn } from "../../../../../shared/core/json/getOwn.ts";
import { textAt } from "../../../../../shared/core/json/textAt.ts";
import { escapeHidden } from "../../../../../shared/core/text/visibleText.ts";
import type { Failure } from "../../../../../shared/protocol/failures/failure.ts";
import type { JsonRpcError } from "../../../../../shared/protocol/jsonRpc.ts";
import { JsonExplorer } from "../../../../content/json/JsonExplorer.tsx";
import { JsonView } from "../../../../editor/JsonView.tsx";
import { useValueText } from "../../../../editor/useValueText.ts";
import { FailureNotice } from "../../../../messages/FailureNotice.tsx";
import { InitiatorMark, initiatorText, isNotUser } from "../../../../messages/InitiatorMark.tsx";
import {
  formatDuration,
  formatMs,
  formatSize,
  ownClockTitle,
} from "../../../../messages/quantities.ts";
import { useConnection } from "../../../../servers/hooks/useConnection.ts";
import type { Item } from "../../../../servers/store/catalog/items.ts";
import { Button } from "../../../../ui/Button.tsx";
import { CopyButton } from "../../../../ui/CopyButton.tsx";
import { cx } from "../../../../ui/cx.ts";
import { RadioGroup } from "../../../../ui/fields/RadioGroup.tsx";
import { Row } from "../../../../ui/primitives/Layout.tsx";
import { type State, StateGlyph } from "../../../../ui/primitives/StateGlyph.tsx";
import { VisuallyHidden } from "../../../../ui/VisuallyHidden.tsx";
import type { DoneRun } from "../../../store/run.ts";
import type { ReadAnyway } from "../readAnyway.ts";
import type { ResultView } from "../resultView.ts";
import { TimeStrip } from "../TimeStrip.tsx";
import { AssertValue } from "./AssertValue.tsx";
import { EarlierResult } from "./EarlierResult.tsx";
import { ModelView } from "./ModelView.tsx";
import styles from "./Outcome.module.css";
import { OutputNotice, OutputWord } from "./OutputCheck.tsx";
import { ReloadedCall } from "./ReloadedCall.tsx";
import { ResultContent } from "./ResultContent.tsx";
import { StrayLines } from "./StrayLines.tsx";
import { suggestedArgument } from "./suggestedArgument.ts";
import { useOutputCheck } from "./useOutputCheck.ts";
import { useStructuredText } from "./useStructured.ts";

/** The shortest time of waiting for a person that is shown, in milliseconds. */
const shownWaitMs = 100;

/** Blocks of a tool's error among which its words are looked for. */
const maxBlocks = 20;

/** Characters of an error's message in the head. */
const maxErrorLength = 200;

interface OutcomeProps {
  readonly item: Item;
  readonly done: DoneRun;
  /** The protocol revision of the connection. */
  readonly revision: string;
  /** Whether a new result is pending, the server is disconnected, or something has changed since. */
  readonly isOld: boolean;
  readonly readAnyway: ReadAnyway | undefined;
  /** Calls with other arguments; undefined if that is not possible. */
  readonly callWith: ((argumentsText: string) => void) | undefined;
  /** The app that shows the result, if the tool has one. */
  readonly app: ReactNode | undefined;
  readonly view: ResultView;
  readonly onView: (view: ResultView) => void;
  /** Opens the list of the recent calls. */
  readonly recent: ReactNode;
}

export function OutcomeView(props: OutcomeProps) {
  const { initiator } = props.done;
  return (
    <>
      {isNotUser(initiator) && (
        <p className={styles.caller}>
          <InitiatorMark initiator={initiator} />
          <span aria-hidden="true">Called {initiatorText(initiator)}</span>
        </p>
      )}
      <Outcome {...props} />
    </>
  );
}

/** Whether both say that a server which has answered before does not any more. */
function areUnanswered(...failures: readonly Failure[]): boolean {
  return failures.every(
    (failure) => failure.code === "network" && failure.request?.newHeaders?.length === 0,
  );
}

function Outcome(props: OutcomeProps) {
  const { item, done, revision, isOld, readAnyway, app, recent } = props;
  const { outcome } = done;
  const hasModelView = item.kind === "tool" && outcome.kind === "result";
  const isMissing =
    (props.view === "app" && app === undefined) || (props.view === "model" && !hasModelView);
  const view = isMissing ? "content" : props.view;
  const [hasOpened, setOpened] = useState(view === "app");
  if (view === "app" && !hasOpened) setOpened(true);
  const structuredText = useStructuredText(outcome);
  const check = useOutputCheck(item, outcome, structuredText, revision);
  const { state } = useConnection();
  /** The failure that ended the connection is shown once, with what can be done. */
  const isShownAbove = (failure: Failure) =>
    state.kind === "lost" && (state.failure === failure || areUnanswered(state.failure, failure));
  switch (outcome.kind) {
    case "failed":
      return isShownAbove(outcome.failure) ? (
        <Head state="failed" words="No response" isTold actions={recent}>
          The connection ended before the response arrived. The message above says why.
        </Head>
      ) : (
        <div className={cx(styles.body, styles.failure)}>
          <FailureNotice
            failure={outcome.failure}
            actions={
              <>
                {outcome.failure.code === "too-large" && !isOld && readAnyway && (
                  <Button size="small" onPress={readAnyway.run}>
                    Call again and read up to {formatSize(readAnyway.bytes)}
                  </Button>
                )}
                {recent}
              </>
            }
          />
        </div>
      );
    case "cancelled": {
      const ms = tookMs(done) ?? 0;
      const who = isNotUser(done.initiator) ? "" : " by you";
      return (
        <>
          <Head
            state="not-applicable"
            words={`Cancelled${who} after ${formatMs(ms)}`}
            actions={recent}
          >
            <span>no response</span>
            <span>a late one appears in Traffic</span>
          </Head>
          {done.times && <TimeStrip times={done.times} total={ms} isCancelled />}
        </>
      );
    }
    case "reloaded":
      return (
        <Head state="not-applicable" words="No answer" actions={recent}>
          <ReloadedCall call={done} />
        </Head>
      );
    case "sent":
      return outcome.failure ? (
        <div className={styles.body}>
          <FailureNotice failure={outcome.failure} />
        </div>
      ) : (
        <Head state="ok" words="Sent as written" actions={recent}>
          It is not a request, so no response belongs to it.
        </Head>
      );
  }
  const { answer } = outcome;
  const errorWords = errorWordsOf(outcome);
  const toolWords = outcome.kind === "result" ? toolErrorWords(outcome.value) : undefined;
  const isNetworkTime = answer.entry.readAt !== undefined;
  const total = answer.entry.at - done.startedAt;
  return (
    <>
      <Head
        isOld={isOld}
        state={errorWords !== undefined ? "failed" : check?.report ? "warning" : "ok"}
        words={errorWords}
        actions={
          <>
            {recent}
            <RadioGroup<ResultView>
              label="Show result as"
              hideLabel
              look="segments"
              choices={[
                ...(app === undefined ? [] : [{ id: "app" as const, label: "App" }]),
                { id: "content", label: "Content" },
                ...(hasModelView ? [{ id: "model" as const, label: "What a model gets" }] : []),
                { id: "message", label: "Message" },
              ]}
              value={view}
              onChange={props.onView}
            />
          </>
        }
      >
        <span
          title={durationTitle(answer)}
          className={errorWords === undefined ? styles.number : styles.duration}
        >
          {formatDuration(tookMs(done) ?? answer.ms, isNetworkTime)}
        </span>
        {!done.isSingle && <span>last response {formatDuration(answer.ms, isNetworkTime)}</span>}
        {personMs(done) >= shownWaitMs && <span>+ {formatMs(personMs(done))} waiting</span>}
        <span>{formatSize(answer.entry.size)}</span>
        {errorWords !== undefined && <ReaderOfError outcome={outcome} />}
        {check && <OutputWord check={check} />}
      </Head>
      {errorWords !== undefined && props.callWith && (
        <Suggestion done={done} words={errorWords} callWith={props.callWith} />
      )}
      {done.times && <TimeStrip times={done.times} total={total} />}
      <EarlierResult done={done} />
      {/* goes on while another view is shown: a frame that is moved or removed loses its state */}
      {hasOpened && <div hidden={view !== "app"}>{app}</div>}
      <div className={styles.body} data-old={isOld || undefined}>
        {view === "app" ? null : view === "message" ? (
          <>
            <JsonView text={answer.text} label="Message" pretty />
            <CopyButton text={answer.text} label="Copy message" size="small" />
          </>
        ) : view === "model" && outcome.kind === "result" ? (
          <ModelView value={outcome.value} structuredText={structuredText} />
        ) : outcome.kind === "error" ? (
          <ErrorContent error={outcome.error} answer={answer} />
        ) : (
          <>
            {check && <OutputNotice check={check} />}
            <StrayLines done={done} />
            {!toolWords?.isWhole && (
              <ResultContent
                value={outcome.value}
                answer={answer}
                structuredText={structuredText}
                name={item.label}
                actions={(value) => <AssertValue key={value.pointer} done={done} value={value} />}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}

function ErrorContent({ error, answer }: { error: JsonRpcError; answer: Answer }) {
  // A task's error is inside a result.
  const paths = [
    ["error", "data"],
    [...answer.path, "error", "data"],
  ];
  const data = useValueText(answer.text, paths, error.data);
  return (
    <>
      {error.message.length > maxErrorLength && <p className={styles.note}>{error.message}</p>}
      {data !== undefined && <JsonExplorer text={data} label="Error data" />}
    </>
  );
}

/** What makes it an error, and whether a model reads its words. */
function ReaderOfError({ outcome }: { readonly outcome: DoneRun["outcome"] }) {
  return outcome.kind === "error" ? (
    <span>
      <code>error {outcome.error.code}</code>, which clients need not show to a model
    </span>
  ) : (
    <span>
      <code>isError: true</code>, so a model reads it and can correct itself
    </span>
  );
}

interface SuggestionProps {
  readonly done: DoneRun;
  readonly words: string;
  readonly callWith: (argumentsText: string) => void;
}

/** Calls with the value that the words of an error name. */
function Suggestion({ done, words, callWith }: SuggestionProps) {
  const args = done.text === undefined ? undefined : textAt(done.text, ["params", "arguments"]);
  const suggested = args === undefined ? undefined : suggestedArgument(words, args);
  if (!suggested) return null;
  return (
    <Row className={styles.suggestion}>
      <Button size="small" icon={Play} onPress={() => callWith(suggested.argumentsText)}>
        Call with “{escapeHidden(suggested.value)}”
      </Button>
    </Row>
  );
}

interface HeadProps {
  readonly state: State;
  /** What went wrong, in place of the duration. */
  readonly words?: string | undefined;
  readonly isOld?: boolean;
  /** Whether a message elsewhere has announced it. */
  readonly isTold?: boolean;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** One line: the duration or the words of an error, then facts, then views of the result. */
function Head({ state, words, isOld, isTold, actions, children }: HeadProps) {
  const isAlert = state === "failed" && !isTold;
  return (
    <header className={styles.header} data-old={isOld || undefined}>
      <VisuallyHidden>
        <h3>Result</h3>
      </VisuallyHidden>
      <StateGlyph state={state} />
      {words !== undefined && (
        <span
          dir="auto"
          role={isAlert ? "alert" : undefined}
          data-failed={state === "failed" || undefined}
          className={styles.words}
        >
          {words}
        </span>
      )}
      <span data-below={words !== undefined || undefined} className={styles.facts}>
        {children}
      </span>
      <span className={styles.actions}>{actions}</span>
    </header>
  );
}

/** The words of a JSON-RPC error, or of an error that the tool reported. */
function errorWordsOf(outcome: DoneRun["outcome"]): string | undefined {
  if (outcome.kind === "error") {
    const { message } = outcome.error;
    if (message.trim() === "") return "Error without a message";
    const words = escapeHidden(message.slice(0, maxErrorLength));
    return message.length > maxErrorLength ? `${words}…` : words;
  }
  return outcome.kind === "result" ? toolErrorWords(outcome.value)?.words : undefined;
}

interface ToolErrorWords {
  readonly words: string;
  /** Whether the result says nothing else. */
  readonly isWhole: boolean;
}

/** What a tool says of its error: the first line of its text; undefined if it reports none. */
function toolErrorWords(value: unknown): ToolErrorWords | undefined {
  if (getOwn(value, "isError") !== true) return undefined;
  const content = getOwn(value, "content");
  const blocks: readonly unknown[] = Array.isArray(content) ? content.slice(0, maxBlocks) : [];
  const texts = blocks.map((block) => getOwn(block, "text"));
  const text = texts.find((one) => typeof one === "string" && one.trim() !== "");
  if (typeof text !== "string") return { words: "Tool error", isWhole: false };
  const [line = ""] = text
    .trimStart()
    .slice(0, maxErrorLength + 1)
    .split(/\r?\n/, 1);
  const words = escapeHidden(line.slice(0, maxErrorLength));
  const isAlone =
    blocks.length === 1 && Object.keys(Object(value)).every((key) => sayError.has(key));
  return {
    words: line.length > maxErrorLength ? `${words}…` : words,
    isWhole: isAlone && words === text,
  };
}

const sayError = new Set(["content", "isError", "resultType"]);

/** Whose clock measured the duration. */
function durationTitle({ entry }: Answer): string {
  if (entry.readAt === undefined) return ownClockTitle;
  const clock = entry.carrier === "stdio" ? "By the relay's clock" : "On the network";
  return `${clock}; the page read the answer ${formatMs(entry.readAt - entry.at)} later`;
}
