/** One saved call: its name, arguments and assertions, and what the last run found. */
import { Check, ListChecks, Play, SquarePen, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { SavedCall } from "../../../../shared/collections/collection.ts";
import { isJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { JsonExplorer } from "../../../content/json/JsonExplorer.tsx";
import { useConnection } from "../../../servers/hooks/useConnection.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { Notice } from "../../../ui/Notice.tsx";
import { checkLines, noAnswerText, type ShownResult } from "../../messages/collectionMessages.ts";
import type { Collections } from "../../store/collections/collections.ts";
import { openSavedCall } from "../../store/collections/openCall.ts";
import { AssertionList } from "./AssertionList.tsx";
import { DraftField } from "./DraftField.tsx";
import styles from "./SavedCalls.module.css";

interface CallEditorProps {
  readonly collections: Collections;
  readonly collectionId: string;
  readonly call: SavedCall;
  readonly onChange: (call: SavedCall) => void;
  readonly onRemove: () => void;
}

const kinds = {
  tool: "Tool",
  resource: "Resource",
  template: "Resource template",
  prompt: "Prompt",
};

export function CallEditor(props: CallEditorProps) {
  const { collections, collectionId, call, onChange, onRemove } = props;
  const stores = useStores();
  const { isRunning, results, resultTexts } = useStore(collections);
  const isConnected = useConnection().state.kind === "connected";
  const [argumentsText, setArgumentsText] = useState(call.argumentsText ?? "{}");
  const result = results.get(call);
  const resultText = resultTexts.get(call);
  const setAssertions = (assertions: SavedCall["assertions"]) => onChange({ ...call, assertions });
  const isValid = isObjectText(argumentsText);
  const changeArguments = (text: string) => {
    setArgumentsText(text);
    if (isObjectText(text)) onChange({ ...call, argumentsText: text });
  };
  return (
    <article aria-label="Saved call" className={layout.article}>
      <div className={layout.actions}>
        <Button
          icon={Play}
          isDisabled={!isConnected || isRunning || !isValid}
          onPress={() => void collections.run(collectionId, [call])}
        >
          Run
        </Button>
        <Button icon={SquarePen} onPress={() => openSavedCall(stores, call)}>
          Open
        </Button>
        <IconButton label="Delete call" icon={Trash2} onPress={onRemove} />
      </div>
      <div className={styles.fields}>
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
      </div>
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
      <AssertionList
        assertions={call.assertions}
        resultText={resultText}
        onChange={setAssertions}
      />
      {result && <ResultChecks result={result} />}
      {resultText !== undefined && (
        <section>
          <h3 className={layout.heading}>{result ? "Result" : "Result of the last run"}</h3>
          <JsonExplorer
            text={resultText}
            label="Result of the saved call"
            opensAsTree
            actions={({ pointer, text }) => (
              <Button
                size="small"
                variant="quiet"
                icon={ListChecks}
                onPress={() =>
                  setAssertions([
                    ...call.assertions,
                    { kind: "equals", at: pointer, valueText: text() },
                  ])
                }
              >
                Assert this value
              </Button>
            )}
          />
        </section>
      )}
    </article>
  );
}

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Lists the assertions of a call that was run, and why those that failed did not hold. */
function ResultChecks({ result }: { result: ShownResult }) {
  const reason = noAnswerText(result);
  if (reason !== undefined) return <Notice severity="error" title={reason} isLive={false} />;
  const lines = checkLines(result);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Checks" className={styles.checks}>
      {lines.map(({ text, problem }, index) => {
        const Icon = problem === undefined ? Check : X;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no other identity
          <li key={index} data-failed={problem !== undefined || undefined}>
            <Icon aria-label={problem === undefined ? "Passed" : "Failed"} />
            <span>{escapeHidden(text)}</span>
            {problem !== undefined && <p className={styles.problem}>{escapeHidden(problem)}</p>}
          </li>
        );
      })}
    </ul>
  );
}
