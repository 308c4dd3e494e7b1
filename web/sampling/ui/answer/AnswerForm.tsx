/** Writes the answer to a sampling request: its text, or the whole message as JSON. */
import { useState } from "react";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { SchemaEditor } from "../../../form/SchemaEditor.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { resultSchema } from "../request/paramsSchema.ts";
import styles from "./Answer.module.css";
import { responseBlock, setResponse } from "./answerText.ts";
import type { AnswerState } from "./useAnswer.ts";

interface AnswerFormProps {
  /** Unique on the page. */
  readonly id: string;
  readonly state: AnswerState;
  readonly revision: string;
}

export function AnswerForm(props: AnswerFormProps) {
  const [tab, setTab] = useState<"reply" | "json">("reply");
  const { state } = props;
  return (
    <Stack>
      <Tabs<"reply" | "json">
        label="Answer as"
        tabs={[
          { id: "reply", label: "Reply", content: <Reply state={state} /> },
          { id: "json", label: "JSON", content: <Json {...props} /> },
        ]}
        value={tab}
        onChange={setTab}
        actions={<Origin state={state} />}
        className={styles.tabs}
      />
      <Problems state={state} />
    </Stack>
  );
}

/** Names the model whose answer the reply began as. */
function Origin({ state: { used, text } }: { readonly state: AnswerState }) {
  return (
    <span role="status" className={styles.origin}>
      {used && `${used.model}’s answer, ${used.text === text ? "unchanged" : "edited"}`}
    </span>
  );
}

function Reply({ state }: { readonly state: AnswerState }) {
  const { text, answer, errorText, change } = state;
  if (!answer) {
    return (
      <Stack className={styles.content}>
        <Notice severity="warning" title="The answer cannot be shown here" isLive={false}>
          {errorText ?? "It is not a JSON object."} Correct it under JSON.
        </Notice>
      </Stack>
    );
  }
  return (
    <Stack className={styles.content}>
      <TextArea
        label="Response"
        hideLabel
        rows={3}
        value={textOfJson(responseBlock(answer)?.value.text ?? "")}
        onChange={(value) => change(setResponse(text, value))}
        className={styles.response}
      />
    </Stack>
  );
}

function Json({ id, state, revision }: AnswerFormProps) {
  return (
    <Stack gap={0} className={styles.editor}>
      <SchemaEditor
        label="Whole answer"
        value={state.text}
        onChange={state.change}
        schema={resultSchema(revision)}
        uri={`${id}-answer`}
        minHeight="8rem"
      />
      {state.errorText !== undefined && <p className={styles.error}>{state.errorText}</p>}
    </Stack>
  );
}

function Problems({ state }: { readonly state: AnswerState }) {
  const { problems } = state;
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Problems with the answer" className={styles.problems}>
      {problems.slice(0, 20).map(({ text, isHint }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two problems may have the same text
        <li key={index} data-hint={isHint || undefined}>
          {isHint && "Note: "}
          {text}
        </li>
      ))}
    </ul>
  );
}
