/** Edits a rule that answers requests from servers. */
import { Suspense, useState } from "react";
import { useStore } from "zustand";
import {
  byPreferences,
  type Rule,
  type RuleAnswer,
  type RuleMatch,
} from "../../../../shared/client/input/answerRule.ts";
import { placeholders } from "../../../../shared/client/input/applyRule.ts";
import { useModelStores } from "../../../sampling/hooks/useModelStores.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import panel from "../../../ui/panel.module.css";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { answerKinds } from "../../messages/ruleMessages.ts";

interface RuleEditorProps {
  readonly rule: Rule;
  readonly onSave: (rule: Rule) => void;
  readonly onCancel: () => void;
}

const methods: readonly { id: RuleMatch["method"]; label: string }[] = [
  { id: "sampling/createMessage", label: "Sampling" },
  { id: "elicitation/create", label: "Elicitation" },
];

export function RuleEditor({ rule, onSave, onCancel }: RuleEditorProps) {
  const [name, setName] = useState(rule.name);
  const [match, setMatch] = useState(rule.match);
  const [answer, setAnswer] = useState(rule.answer);
  const [delay, setDelay] = useState(String(rule.delayMs));
  const [limit, setLimit] = useState(String(rule.limit));
  const delayMs = wholeNumber(delay, 0, 600_000);
  const maxUses = wholeNumber(limit, 1, 100_000);
  const code = answer.kind === "error" ? answer.code : 0;
  const isComplete =
    name.trim() !== "" && delayMs !== undefined && maxUses !== undefined && Number.isInteger(code);
  const isSampling = match.method === "sampling/createMessage";
  const setPart = (part: "item" | "text" | "hint") => (value: string) => {
    const { [part]: _, ...rest } = match;
    setMatch(value === "" ? rest : { ...rest, [part]: value });
  };
  const save = () => {
    if (!isComplete) return;
    onSave({ ...rule, name: name.trim(), match, answer, delayMs, limit: maxUses });
  };

  return (
    <form
      aria-label="Rule"
      className={panel.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField label="Name" value={name} onChange={setName} isRequired autoFocus />
      <Select
        label="Request"
        choices={methods}
        value={match.method}
        onChange={(method) => {
          setMatch({ ...match, method });
          if (answer.kind === "text" || answer.kind === "model") setAnswer({ kind: "decline" });
        }}
      />
      <TextField
        label="Tool or prompt"
        description="Exact name; any if empty."
        isMono
        value={match.item ?? ""}
        onChange={setPart("item")}
      />
      <TextField
        label="Text"
        description="Part of a message or the system prompt."
        value={match.text ?? ""}
        onChange={setPart("text")}
      />
      {isSampling && (
        <TextField
          label="Model hint"
          description="Part of a hinted model name."
          isMono
          value={match.hint ?? ""}
          onChange={setPart("hint")}
        />
      )}
      <Select<RuleAnswer["kind"]>
        label="Answer"
        choices={answerKinds.filter(({ id }) => isSampling || (id !== "text" && id !== "model"))}
        value={answer.kind}
        onChange={(kind) => setAnswer(emptyAnswer(kind))}
      />
      <TextField
        label="Delay (ms)"
        inputMode="numeric"
        value={delay}
        onChange={setDelay}
        errorMessage={delayMs === undefined ? "Write a whole number up to 600,000." : undefined}
      />
      <TextField
        label="Limit"
        description="Answers until you are asked again."
        inputMode="numeric"
        value={limit}
        onChange={setLimit}
        errorMessage={maxUses === undefined ? "Write a whole number from 1 to 100,000." : undefined}
      />
      <AnswerFields answer={answer} onChange={setAnswer} />
      <Row wraps>
        <Button type="submit" variant="primary" isDisabled={!isComplete}>
          Save rule
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </Row>
    </form>
  );
}

interface AnswerFieldsProps {
  readonly answer: RuleAnswer;
  readonly onChange: (answer: RuleAnswer) => void;
}

const replaced = `Replaced: ${placeholders.map((name) => `{{${name}}}`).join(", ")}.`;

function AnswerFields({ answer, onChange }: AnswerFieldsProps) {
  switch (answer.kind) {
    case "text":
      return (
        <>
          <TextArea
            label="Text of the answer"
            description={replaced}
            rows={3}
            value={answer.text}
            onChange={(text) => onChange({ ...answer, text })}
          />
          <TextField
            label="Model name in the answer"
            isMono
            value={answer.model}
            onChange={(model) => onChange({ ...answer, model })}
          />
        </>
      );
    case "result":
    case "malformed":
      return (
        <TextArea
          label={answer.kind === "result" ? "Result" : "Text sent as the result"}
          description={answer.kind === "result" ? replaced : "Sent as it is, JSON or not."}
          isMono
          rows={5}
          value={answer.text}
          onChange={(text) => onChange({ ...answer, text })}
        />
      );
    case "error":
      return (
        <>
          <TextField
            label="Code"
            inputMode="numeric"
            value={Number.isNaN(answer.code) ? "" : String(answer.code)}
            onChange={(code) => onChange({ ...answer, code: Number.parseInt(code, 10) })}
          />
          <TextField
            label="Message"
            value={answer.message}
            onChange={(message) => onChange({ ...answer, message })}
          />
        </>
      );
    case "model":
      return (
        <Suspense fallback={null}>
          <ModelField answer={answer} onChange={onChange} />
        </Suspense>
      );
    case "decline":
      return null;
  }
}

interface ModelFieldProps extends AnswerFieldsProps {
  readonly answer: Extract<RuleAnswer, { kind: "model" }>;
}

function ModelField({ answer, onChange }: ModelFieldProps) {
  const { models } = useModelStores();
  const configured = useStore(models).models.map(({ id, name }) => ({ id, label: name }));
  return configured.length === 0 ? (
    <p>No model is configured. Add one under Models.</p>
  ) : (
    <Select
      label="Model"
      choices={[{ id: byPreferences, label: "By the server's preferences" }, ...configured]}
      value={answer.modelId}
      onChange={(modelId) => onChange({ kind: "model", modelId })}
    />
  );
}

function emptyAnswer(kind: RuleAnswer["kind"]): RuleAnswer {
  switch (kind) {
    case "text":
      return { kind, text: "", model: "rule" };
    case "result":
      return { kind, text: "{}" };
    case "malformed":
      return { kind, text: '{"role":' };
    case "error":
      return { kind, code: -32603, message: "Internal error" };
    case "model":
      return { kind, modelId: "" };
    case "decline":
      return { kind };
  }
}

function wholeNumber(text: string, least: number, maxUses: number): number | undefined {
  const value = Number(text);
  const isGood = /^\d+$/.test(text.trim()) && value >= least && value <= maxUses;
  return isGood ? value : undefined;
}
