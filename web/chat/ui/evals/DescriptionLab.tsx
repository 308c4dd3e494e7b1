/** Tries other names, descriptions and schemas of tools with the cases; the server is not changed. */

import { Download, Play, Sparkles } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { isJsonObject, parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import type { EvalSuite } from "../../../../shared/evals/evalSuite.ts";
import {
  editedDefinitions,
  editOf,
  overlayTools,
  type ToolEdit,
} from "../../../../shared/evals/overlay.ts";
import { nameWithoutSkill } from "../../../../shared/evals/skillCases.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { useModelStores } from "../../../sampling/hooks/useModelStores.ts";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { DiffTable } from "../../../ui/diff/DiffTable.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { chatModel, scriptedModel } from "../../store/chatModels.ts";
import type { EvalResult, SuiteDocument } from "../../store/evals/evalDocuments.ts";
import { tokensOfTools } from "../../store/offered.ts";
import type { ChatProps } from "../chatProps.ts";
import { useTickedTools } from "../useServerTools.ts";
import styles from "./Evals.module.css";
import { LabResults } from "./LabResults.tsx";
import { definitionText, labJson, labPatch } from "./labExports.ts";

interface DescriptionLabProps extends ChatProps {
  readonly document: SuiteDocument;
  readonly suite: EvalSuite;
  readonly results: readonly EvalResult[];
}

export function DescriptionLab({ chats, document, suite, results }: DescriptionLabProps) {
  const { evals } = chats;
  const { running, isProposing } = useStore(evals);
  const { models } = useStore(useModelStores().models);
  const tools = useTickedTools();
  const [name, setName] = useState<string>();
  const [modelId, setModelId] = useState(() => chatModel(models, undefined).id);
  const [note, setNote] = useState<string>();
  /** Counts what replaced the edits; the fields begin anew with it. */
  const [resets, setResets] = useState(0);
  const { id, overlay } = document;
  const tool = tools.find((one) => one.name === name) ?? tools[0];
  const edited = editedDefinitions(tools, overlay);
  const tokens = [tools, overlayTools(tools, overlay)].map(tokensOfTools) as [number, number];
  const propose = async () => {
    setNote(undefined);
    const isProposed = await evals.propose(modelId);
    setResets(resets + 1);
    setNote(
      isProposed
        ? "The model has seen every second case; the others judge its proposal."
        : "The model gave no proposal that can be read.",
    );
  };
  return (
    <Disclosure title="Description lab" hint={edited.length > 0 ? edited.length : undefined}>
      {tool === undefined ? (
        <Text tone="muted">No connected server has tools.</Text>
      ) : (
        <Stack gap={3}>
          <Row wraps gap={3} align="start">
            <Select
              label="Tool"
              choices={tools.map((one) => ({
                id: one.name,
                label: editOf(overlay, one.name) ? `${one.name} (edited)` : one.name,
              }))}
              value={tool.name}
              onChange={setName}
              className={styles.mode}
            />
            <Select
              label="Model"
              choices={[...models, scriptedModel].map((one) => ({ id: one.id, label: one.name }))}
              value={modelId}
              onChange={setModelId}
              className={styles.mode}
            />
          </Row>
          <ToolEditor
            key={`${tool.name} ${resets}`}
            name={tool.name}
            definition={tool.definition}
            edit={editOf(overlay, tool.name)}
            onChange={(edit) => evals.editTool(id, tool.name, edit)}
          />
          <Row wraps>
            <Button
              variant="primary"
              icon={Play}
              isDisabled={running !== undefined || edited.length === 0}
              onPress={() => void evals.runLab({ models: [modelId], repeat: undefined })}
            >
              Run both, dry
            </Button>
            <Button
              icon={Sparkles}
              isDisabled={running !== undefined || modelId === scriptedModel.id}
              isBusy={isProposing}
              onPress={() => void propose()}
            >
              Propose descriptions
            </Button>
            <Button
              isDisabled={edited.length === 0}
              onPress={() => {
                evals.clearEdits(id);
                setResets(resets + 1);
              }}
            >
              Discard edits
            </Button>
          </Row>
          <p role="status" className={styles.facts}>
            {note}
          </p>
          {edited.length > 0 && (
            <>
              <Text as="p" size="small" tone="muted">
                Definitions: {tokens[0].toLocaleString("en")} tokens of the server,{" "}
                {tokens[1].toLocaleString("en")} edited
              </Text>
              {edited.map(({ before, after }) => (
                <DiffTable
                  key={String(before.name)}
                  label={`Definition of ${String(before.name)}`}
                  titles={[String(before.name), "edited"]}
                  before={definitionText(before)}
                  after={definitionText(after)}
                />
              ))}
              <Row wraps>
                <Button
                  icon={Download}
                  onPress={() => saveFile("tools.patch", "text/x-diff", labPatch(edited))}
                >
                  Export patch
                </Button>
                <Button
                  icon={Download}
                  onPress={() => saveFile("tools.json", "application/json", labJson(edited))}
                >
                  Export JSON
                </Button>
              </Row>
            </>
          )}
          <LabResults
            suite={suite}
            results={results}
            shownCases={document.shownCases.flatMap((name) => [name, nameWithoutSkill(name)])}
          />
        </Stack>
      )}
    </Disclosure>
  );
}

interface ToolEditorProps {
  readonly name: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly edit: ToolEdit | undefined;
  readonly onChange: (edit: ToolEdit | undefined) => void;
}

function ToolEditor({ name, definition, edit, onChange }: ToolEditorProps) {
  const listed = {
    name,
    description: String(definition.description ?? ""),
    schema: definitionText(definition.inputSchema ?? {}),
  };
  const [text, setText] = useState({
    name: edit?.name ?? name,
    description: edit?.description ?? listed.description,
    schema: edit?.inputSchema ? definitionText(edit.inputSchema) : listed.schema,
  });
  const schema = parseJsonObject(text.schema);
  const change = (part: Partial<typeof text>) => {
    const next = { ...text, ...part };
    setText(next);
    const inputSchema = parseJsonObject(next.schema);
    const changed: ToolEdit = {
      ...(next.name !== listed.name && next.name !== "" && { name: next.name }),
      ...(next.description !== listed.description && { description: next.description }),
      ...(next.schema !== listed.schema && isJsonObject(inputSchema) && { inputSchema }),
    };
    onChange(Object.keys(changed).length > 0 ? changed : undefined);
  };
  return (
    <Stack gap={3}>
      <TextField
        label="Name"
        isMono
        value={text.name}
        onChange={(next) => change({ name: next })}
      />
      <TextArea
        label="Description"
        rows={4}
        value={text.description}
        onChange={(description) => change({ description })}
      />
      <TextArea
        label="Input schema"
        rows={6}
        isMono
        value={text.schema}
        onChange={(next) => change({ schema: next })}
        errorMessage={
          schema ? undefined : "It is not a JSON object; the last one that was is used."
        }
      />
    </Stack>
  );
}
