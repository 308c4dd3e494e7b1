/** Chooses models, repeats and mode of a suite, and runs it. */
import { FolderOpen, Pencil, Play, Plus, Square } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { missingServers } from "../../../../shared/evals/evalServers.ts";
import { countRuns, type EvalSuite } from "../../../../shared/evals/evalSuite.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useModelStores } from "../../../sampling/hooks/useModelStores.ts";
import { useOpenServers } from "../../../servers/hooks/useOpenServers.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { FileChooser } from "../../../ui/fields/FileChooser.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { chatModel, scriptedModel } from "../../store/chatModels.ts";
import type { EvalMode, SuiteDocument } from "../../store/evals/evalDocuments.ts";
import { type RunningSuite, recordedRuns } from "../../store/evals/evals.ts";
import { recordedServers } from "../../store/evals/recordings.ts";
import { evalModelName, evalServersOf } from "../../store/evals/runEval.ts";
import type { ChatProps } from "../chatProps.ts";
import { useServerTools } from "../useServerTools.ts";
import styles from "./Evals.module.css";

interface EvalRunBarProps extends ChatProps {
  readonly document: SuiteDocument;
  readonly suite: EvalSuite;
}

const modes: readonly { readonly id: EvalMode; readonly label: string }[] = [
  { id: "dry", label: "Dry: choose tools, call none" },
  { id: "live", label: "Live: call tools" },
  { id: "recorded", label: "Recorded: calls of the last live run" },
  { id: "recording", label: "Recorded: calls of open recordings" },
  { id: "frozen", label: "Frozen: models of the last live run" },
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
  const { view } = useStores();
  const addModel = () =>
    view.addModel({
      place: "Evals",
      // the scripted model was chosen because there was no other
      onAdded: (ids) => setChosen((before) => [...(configured.length > 0 ? before : []), ...ids]),
    });
  const hasTools = useServerTools().length > 0;
  const servers = useOpenServers();
  const recordings = recordedServers(servers);
  const isFromRecording = mode === "recording";
  const missing = missingServers(
    suite,
    evalServersOf(
      servers.filter(
        ({ state }) => state.kind === "connected" || (isFromRecording && state.kind === "recorded"),
      ),
    ),
  );
  const lacks =
    isFromRecording && recordings.length === 0
      ? "No recording is open."
      : !isFromRecording && !hasTools
        ? "No connected server has tools."
        : missing.length > 0
          ? `Cases need servers that are not connected: ${missing.join(", ")}.`
          : undefined;
  const hasJudge = suite.cases.some((one) => one.judge !== undefined);
  const hasRecorded = recordedRuns(results, document.id).length > 0;
  const names = chosen.map((id) => evalModelName(chatModel(configured, id)));
  const total = countRuns(suite, names, repeat);
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
      <fieldset>
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
          <Button size="small" variant="quiet" icon={Plus} onPress={addModel}>
            Add a model
          </Button>
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
            placeholder={repeatsText(suite)}
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
      {isFromRecording && (
        <Row wraps>
          <OpenRecording />
          <Text tone="muted">{recordings.map(({ name }) => name).join(", ")}</Text>
        </Row>
      )}
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
          <Button
            variant="primary"
            icon={Play}
            isDisabled={total === 0 || lacks !== undefined}
            onPress={start}
          >
            Run {formatCount(total, "turn")}
          </Button>
        )}
        <Button icon={Pencil} aria-expanded={isEditing} onPress={() => evals.edit(!isEditing)}>
          Edit suite
        </Button>
        <Text as="span" tone="muted">
          {running ? <span role="status">{runningText(running)}</span> : lacks}
        </Text>
      </Row>
    </Stack>
  );
}

/** How often cases run if nothing else is chosen. */
function repeatsText(suite: EvalSuite): string {
  const [one, ...others] = new Set(suite.cases.map(({ repeat }) => repeat ?? suite.repeat ?? 1));
  return others.length > 0 ? "as in suite" : String(one);
}

/** Opens the recording of a file beside the servers, and stays in Chat. */
function OpenRecording() {
  const { view } = useStores();
  const { recordings } = useStores().sessions;
  const open = async (file: File) => {
    await recordings.open({ kind: "file", file });
    view.showPane("chat");
  };
  return (
    <FileChooser
      label="File of a recording"
      accept=".json,.har,application/json"
      onFile={(file) => void open(file)}
    >
      {(choose) => (
        <Button icon={FolderOpen} onPress={choose}>
          Open recording
        </Button>
      )}
    </FileChooser>
  );
}

function runningText({ done, waitSeconds }: RunningSuite): string {
  const wait =
    waitSeconds === undefined ? "" : `; the provider limits requests, waiting ${waitSeconds} s`;
  return `${formatCount(done, "turn")} done${wait}`;
}
