/** The requests of a recording with what came of each then and now. */
import { BookmarkPlus, Play, Plug } from "lucide-react";
import { useStore } from "zustand";
import type { SavedCall } from "../../../../shared/collections/collection.ts";
import { shortened } from "../../../../shared/core/text/shortened.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { FailureNotice } from "../../../messages/FailureNotice.tsx";
import { formatMs } from "../../../messages/quantities.ts";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { RowList } from "../../../ui/lists/RowList.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { argumentWords } from "../../messages/argumentWords.ts";
import { comparedText, resultState, type ShownResult } from "../../messages/collectionMessages.ts";
import { recordingText } from "../../messages/recordedMessages.ts";
import type { Collections } from "../../store/collections/collections.ts";
import { openSavedCall } from "../../store/collections/openCall.ts";
import type { OpenCollection } from "../../store/collections/storedCollections.ts";
import { AnswerView } from "../collections/AnswerView.tsx";
import { RulesField } from "../collections/CheckFields.tsx";
import { changedPointers } from "../collections/CheckList.tsx";
import { RunAll } from "../collections/CollectionHead.tsx";
import styles from "../collections/SavedCalls.module.css";
import { WaitingRequest } from "./WaitingRequest.tsx";

interface RecordedCallsProps {
  readonly collections: Collections;
  readonly recorded: OpenCollection;
  /** The server that was recorded. */
  readonly title: string;
}

export function RecordedCalls({ collections, recorded, title }: RecordedCallsProps) {
  const { view, connections } = useStores();
  const isConnected = useConnection().state.kind === "connected";
  const { isRunning, results, answersAsRecorded, shownRequest } = useStore(collections);
  const { id, collection, recording } = recorded;
  const { calls } = collection;
  const call = calls[shownRequest];
  const setCalls = (next: readonly SavedCall[]) =>
    collections.change(id, { collection: { ...collection, calls: next } });
  return (
    <article aria-label="Recording to run again" className={layout.article}>
      <Row gap={2} wraps>
        <Heading level={2} isCut className={styles.grow}>
          {escapeHidden(title)}
        </Heading>
        <Button
          icon={BookmarkPlus}
          onPress={() => {
            collections.keepRecording(id, title.slice(0, 200));
            view.showPane("collections");
          }}
        >
          Save as collection
        </Button>
        {isConnected ? (
          <RunAll collections={collections} shown={recorded} />
        ) : (
          <Button variant="primary" icon={Plug} onPress={connections.connector.connect}>
            Connect to run them
          </Button>
        )}
      </Row>
      <p role="status" aria-label="Result of the run" className={layout.note}>
        {recordingText(calls.map((each) => results.get(each)))}
      </p>
      {isRunning && <WaitingRequest />}
      {recording?.hasAnswers && (
        <Checkbox
          label="Answer the server's requests as recorded"
          isSelected={answersAsRecorded}
          onChange={collections.setAnswersAsRecorded}
        />
      )}
      <RowList label="Requests" isOrdered items={calls} keyOf={(_, index) => index}>
        {(each, index) => (
          <RowButton
            isCurrent={index === shownRequest}
            onPress={() => collections.showRecording(id, index)}
          >
            <RequestLine
              call={each}
              result={results.get(each)}
              thenMs={recording?.requests[index]?.ms}
            />
          </RowButton>
        )}
      </RowList>
      {call && (
        <RequestDetail
          key={shownRequest}
          collections={collections}
          id={id}
          call={call}
          seq={recording?.requests[shownRequest]?.seq}
          onChange={(next) => setCalls(calls.with(shownRequest, next))}
        />
      )}
      <Disclosure title="What is ignored">
        <RulesField
          rules={exceptOf(calls)}
          onChange={(except) => setCalls(calls.map((each) => withExcept(each, except)))}
        />
      </Disclosure>
    </article>
  );
}

/** The rules of the comparison, which all requests of a recording share. */
function exceptOf(calls: readonly SavedCall[]): readonly string[] {
  const rules = calls.flatMap(({ assertions }) =>
    assertions.flatMap((each) => (each.kind === "same" ? each.except : [])),
  );
  return [...new Set(rules)];
}

function withExcept(call: SavedCall, except: readonly string[]): SavedCall {
  const assertions = call.assertions.map((each) =>
    each.kind === "same" ? { ...each, except } : each,
  );
  return { ...call, assertions };
}

interface RequestLineProps {
  readonly call: SavedCall;
  readonly result: ShownResult | undefined;
  /** Milliseconds that the recorded request took. */
  readonly thenMs: number | undefined;
}

function RequestLine({ call, result, thenMs }: RequestLineProps) {
  const { state, text } = resultState(result);
  const nowMs = result?.kind === "answered" ? result.answered.ms : undefined;
  const isChanged = result?.kind === "answered" && state === "failed";
  return (
    <span className={styles.request}>
      <StateGlyph state={state} label={text} />
      <Text isMono weight="medium" isCut>
        {escapeHidden(call.name)}
      </Text>
      <Text size="small" tone="muted" isCut>
        {call.kind !== "request" && escapeHidden(argumentWords(call.argumentsText))}
      </Text>
      <Text size="small" isCut {...(isChanged && { tone: "violation" })}>
        {result && escapeHidden(comparedText(result))}
      </Text>
      <Text size="small" tone="muted" isNumeric className={styles.numbers}>
        {thenMs === undefined ? "–" : formatMs(thenMs)}
      </Text>
      <Text size="small" isNumeric className={styles.numbers}>
        {nowMs === undefined ? "–" : formatMs(nowMs)}
      </Text>
    </span>
  );
}

interface RequestDetailProps {
  readonly collections: Collections;
  readonly id: string;
  readonly call: SavedCall;
  /** The recorded request in the log. */
  readonly seq: number | undefined;
  readonly onChange: (call: SavedCall) => void;
}

function RequestDetail({ collections, id, call, seq, onChange }: RequestDetailProps) {
  const stores = useStores();
  const isConnected = useConnection().state.kind === "connected";
  const { isRunning, results, answers } = useStore(collections);
  const result = results.get(call);
  const answerText = answers.get(call);
  const same = call.assertions.find((each) => each.kind === "same");
  const check =
    result?.kind === "answered" ? result.checks.find((each) => each.comparison) : undefined;
  const isChanged = check?.problem !== undefined;
  const now =
    isChanged && answerText !== undefined ? collections.sameAnswer(answerText) : undefined;
  const replace = (next: SavedCall["assertions"][number]) =>
    onChange({ ...call, assertions: [next] });
  return (
    <section aria-label="Recorded request" className={layout.article}>
      <Row gap={2} wraps>
        <Heading level={3} isMono isCut className={styles.grow}>
          {escapeHidden(call.name)}
        </Heading>
        {now?.kind === "same" && same?.kind === "same" && (
          <Button size="small" onPress={() => replace({ ...now, except: same.except })}>
            Accept as new answer
          </Button>
        )}
        {isChanged &&
          same?.kind === "same" &&
          changedPointers(check).map((pointer) => (
            <Button
              key={pointer}
              size="small"
              variant="quiet"
              onPress={() => replace({ ...same, except: [...same.except, pointer] })}
            >
              Ignore {escapeHidden(shortened(pointer, 60))}
            </Button>
          ))}
        <Button
          size="small"
          icon={Play}
          isDisabled={!isConnected || isRunning}
          onPress={() => void collections.run(id, [call])}
        >
          Run this request
        </Button>
        {seq !== undefined && (
          <Button size="small" variant="quiet" onPress={() => stores.view.showEntry(seq)}>
            Show in Traffic
          </Button>
        )}
        {result && "seq" in result && (
          <Button size="small" variant="quiet" onPress={() => stores.view.showEntry(result.seq)}>
            Show new request in Traffic
          </Button>
        )}
        <Button size="small" variant="quiet" onPress={() => openSavedCall(stores, call)}>
          Open in {call.kind === "request" ? "Composer" : "Call"}
        </Button>
      </Row>
      {result?.kind === "failed" && <FailureNotice failure={result.failure} />}
      <AnswerView answerText={answerText} result={result} assertions={call.assertions} />
    </section>
  );
}
