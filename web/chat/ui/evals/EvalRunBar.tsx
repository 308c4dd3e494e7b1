/** Chooses models, repeats and mode of a suite, and runs it. */
import { Pencil, Play, Square } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { EvalSuite } from "../../../../shared/evals/evalSuite.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useModelStores } from "../../../stores/useModelStores.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { scriptedModel } from "../../store/chatModels.ts";
import type { EvalMode, SuiteDocument } from "../../store/evals/evalDocuments.ts";
import { recordedRuns } from "../../store/evals/evals.ts";
import type { ChatProps } from "../chatProps.ts";
import styles from "./Evals.module.css";

interface EvalRunBarProps extends ChatProps {
  readonly document: SuiteDocument;
  readonly suite: EvalSuite;
}

const modes: readonly { readonly id: EvalMode; readonly label: string }[] = [
  { id: "dry", label: "Dry: choose tools, call none" },
  { id: "live", label: "Live: call tools" },
  { id: "recorded", label: "Recorded: results of the last live run" },
  { id: "frozen", label: "Frozen: models' answers of the last live run" },
];

const noJudge = { id: "", label: "No judge" };

export function EvalRunBar(props: EvalRunBarProps) {
  const { chats, document, suite } = props;
  const { evals } = chats;
  const { running, results, isEditing } = useStore(evals);
  const configured = useStore(useModelStores().models).models;
  const all = [...configured, scriptedModel];
  const [chosen, setChosen] = useState<readonly string[]>([(configured[0] ?? scriptedModel).id]);
  const [mode, setMode] = useState<EvalMode>("dry");
  const [repeat, setRepeat] = useState<number>();
  const [mayChange, setMayChange] = useState(false);
  const [judge, setJudge] = useState("");
  const hasJudge = suite.cases.some((one) => one.judge !== undefined);
  const hasRecorded = recordedRuns(results, document.id).length > 0;
  const repeats = (one: EvalSuite["cases"][number]) => repeat ?? one.repeat ?? suite.repeat ?? 1;
  const total = suite.cases.reduce((sum, one) => sum + repeats(one), 0) * chosen.length;
  const start = () =>
    void evals.run({
      models: chosen,
      repeat,
      mode,
      mayChange,
      judge: judge === "" ? undefined : judge,
    });
  return (
    <Stack gap={3} as="section" className={styles.run}>
      <fieldset className={styles.models}>
        <legend>Models</legend>
        <Row wraps gap={3}>
          {all.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              isSelected={chosen.includes(id)}
              onChange={(isChosen) =>
                setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          ))}
        </Row>
      </fieldset>
      <Row wraps gap={3} align="start">
        <Select
          label="Mode"
          choices={modes.map((one) => ({
            ...one,
            isDisabled: (one.id === "recorded" || one.id === "frozen") && !hasRecorded,
          }))}
          value={mode}
          onChange={setMode}
          className={styles.mode}
        />
        <div className={styles.repeat}>
          <NumberField
            label="Repeats"
            value={repeat}
            min={1}
            max={1000}
            isWhole
            isOptional
            onChange={setRepeat}
          />
        </div>
        {hasJudge && mode !== "dry" && (
          <Select
            label="Judge (advice only)"
            choices={[noJudge, ...all.map(({ id, name }) => ({ id, label: name }))]}
            value={judge}
            onChange={setJudge}
          />
        )}
      </Row>
      {(mode === "live" || mode === "frozen") && (
        <Checkbox
          label="Call tools that may change data; destructive ones are never called"
          isSelected={mayChange}
          onChange={setMayChange}
        />
      )}
      <Row wraps>
        {running ? (
          <Button icon={Square} onPress={evals.stop}>
            Stop
          </Button>
        ) : (
          <Button variant="primary" icon={Play} isDisabled={chosen.length === 0} onPress={start}>
            Run {formatCount(total, "turn")}
          </Button>
        )}
        <Button icon={Pencil} aria-expanded={isEditing} onPress={() => evals.edit(!isEditing)}>
          Edit suite
        </Button>
        <Text as="span" tone="muted">
          {running && <span role="status">{formatCount(running.done, "turn")} done</span>}
        </Text>
      </Row>
    </Stack>
  );
}
