/** One saved call: its checks, what the last run answered, and the runs before. */
import { Play, SquarePen, Trash2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { SavedCall } from "../../../../shared/collections/collection.ts";
import { isJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Fields } from "../../../ui/fields/Field.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { Notice } from "../../../ui/Notice.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { argumentWords } from "../../messages/argumentWords.ts";
import { noAnswerText } from "../../messages/collectionMessages.ts";
import type { Collections } from "../../store/collections/collections.ts";
import { openSavedCall } from "../../store/collections/openCall.ts";
import { AnswerView } from "./AnswerView.tsx";
import { CheckList } from "./CheckList.tsx";
import { DraftField } from "./DraftField.tsx";
import { RunSquares } from "./RunSquares.tsx";
import styles from "./SavedCalls.module.css";

interface CallEditorProps {
  readonly collections: Collections;
  readonly collectionId: string;
  readonly call: SavedCall;
  readonly onChange: (call: SavedCall) => void;
  readonly onRemove: () => void;
}

export function CallEditor(props: CallEditorProps) {
  const { collections, collectionId, call, onChange, onRemove } = props;
  const { isRunning, results, answers, runs } = useStore(collections);
  const isConnected = useConnection().state.kind === "connected";
  const [isEdited, edit] = useState(false);
  const result = results.get(call);
  const answerText = answers.get(call);
  const reason = result && noAnswerText(result);
  const setAssertions = (assertions: SavedCall["assertions"]) => onChange({ ...call, assertions });
  return (
    <article aria-label="Saved call" className={layout.article}>
      <Row gap={2} wraps>
        <Row gap={2} align="baseline" className={styles.grow}>
          <Heading level={2} isCut>
            {escapeHidden(call.name)}
          </Heading>
          <Text isMono tone="muted" isCut>
            {call.name !== call.item && `${escapeHidden(call.item)} `}
            {escapeHidden(argumentWords(call.argumentsText))}
          </Text>
        </Row>
        <Button
          variant="quiet"
          icon={SquarePen}
          aria-expanded={isEdited}
          onPress={() => edit(!isEdited)}
        >
          Edit call
        </Button>
        <Button
          icon={Play}
          isDisabled={!isConnected || isRunning}
          onPress={() => void collections.run(collectionId, [call])}
        >
          Run
        </Button>
      </Row>
      {isEdited && <CallFields call={call} onChange={onChange} onRemove={onRemove} />}
      {reason !== undefined && <Notice severity="error" title={reason} isLive={false} />}
      <CheckList
        assertions={call.assertions}
        result={result}
        answerText={answerText}
        sameAnswer={collections.sameAnswer}
        onChange={setAssertions}
      />
      {answerText !== undefined && (
        <AnswerView
          answerText={answerText}
          result={result}
          assertions={call.assertions}
          onCheck={(assertion) => setAssertions([...call.assertions, assertion])}
        />
      )}
      <RunSquares runs={runs.get(call) ?? []} />
    </article>
  );
}

const kinds = {
  tool: "Tool",
  resource: "Resource",
  template: "Resource template",
  prompt: "Prompt",
  request: "Method",
};

function CallFields(props: Pick<CallEditorProps, "call" | "onChange" | "onRemove">) {
  const { call, onChange, onRemove } = props;
  const stores = useStores();
  const [argumentsText, setArgumentsText] = useState(call.argumentsText ?? "{}");
  const isValid = isObjectText(argumentsText);
  const changeArguments = (text: string) => {
    setArgumentsText(text);
    if (isObjectText(text)) onChange({ ...call, argumentsText: text });
  };
  return (
    <Fields>
      <DraftField
        label="Name"
        isMono={false}
        initial={call.name}
        isValid={(name) => name !== ""}
        problem="A call needs a name"
        onChange={(name) => onChange({ ...call, name })}
      />
      <DraftField
        label={kinds[call.kind]}
        initial={call.item}
        isValid={(item) => item !== ""}
        problem="A call needs an item"
        onChange={(item) => onChange({ ...call, item })}
      />
      {call.kind !== "resource" && (
        <TextArea
          label="Arguments"
          description="JSON; {{name}} stands for a variable"
          isMono
          rows={4}
          value={argumentsText}
          onChange={changeArguments}
          errorMessage={
            isValid ? undefined : "It is not a JSON object; the call keeps its last one."
          }
        />
      )}
      <Row gap={2} wraps>
        <Button size="small" onPress={() => openSavedCall(stores, call)}>
          Open in {call.kind === "request" ? "Composer" : "Call"}
        </Button>
        <Button size="small" variant="quiet" icon={Trash2} onPress={onRemove}>
          Delete call
        </Button>
      </Row>
    </Fields>
  );
}

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
