/** Writes the answer to a sampling request: a text, further blocks, or the whole message as JSON. */
import { useState } from "react";
import type { JsonObject } from "../../../../../shared/core/jsonObject.ts";
import { textOfJson } from "../../../../../shared/core/text/textOfJson.ts";
import { SchemaEditor } from "../../../../form/SchemaEditor.tsx";
import { formatCount } from "../../../../messages/quantities.ts";
import { Disclosure } from "../../../../ui/Disclosure.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { Notice } from "../../../../ui/Notice.tsx";
import { Tabs } from "../../../../ui/Tabs.tsx";
import { resultSchema } from "../request/paramsSchema.ts";
import { AddBlock } from "./AddBlock.tsx";
import styles from "./Answer.module.css";
import { responseBlock, setMember, setResponse } from "./answerText.ts";
import { BlockEditor } from "./BlockEditor.tsx";
import type { AnswerState } from "./useAnswer.ts";

/** Maximum number of blocks with their own editor. */
const shownBlocks = 50;

export interface AnswerFormProps {
  /** Unique on the page. */
  readonly id: string;
  readonly state: AnswerState;
  /** Params of the request; undefined if they cannot be read. */
  readonly params: JsonObject | undefined;
  readonly revision: string;
}

export function AnswerForm(props: AnswerFormProps) {
  const [tab, setTab] = useState<"reply" | "json">("reply");
  const { state } = props;
  return (
    <div className={styles.answer}>
      <Tabs<"reply" | "json">
        label="Answer as"
        tabs={[
          { id: "reply", label: "Reply", content: <Reply {...props} /> },
          { id: "json", label: "JSON", content: <Json {...props} /> },
        ]}
        value={tab}
        onChange={setTab}
        className={styles.tabs}
      />
      <Problems state={state} />
    </div>
  );
}

function Reply({ id, state, params, revision }: AnswerFormProps) {
  const { text, answer, errorText, change } = state;
  if (!answer) {
    return (
      <div className={styles.content}>
        <Notice severity="warning" title="The answer cannot be shown here" isLive={false}>
          {errorText ?? "It is not a JSON object."} Correct it under JSON.
        </Notice>
      </div>
    );
  }
  const response = responseBlock(answer);
  const others = answer.blocks.filter((block) => block !== response);
  return (
    <div className={styles.content}>
      <TextArea
        label="Response"
        rows={3}
        value={textOfJson(response?.value.text ?? "")}
        onChange={(value) => change(setResponse(text, value))}
      />
      {others.slice(0, shownBlocks).map((block) => (
        <BlockEditor
          key={block.path.join(" ")}
          id={id}
          block={block}
          text={text}
          params={params}
          onChange={change}
        />
      ))}
      {others.length > shownBlocks && (
        <p>
          and {formatCount(others.length - shownBlocks, "further block")}; they can be edited under
          JSON.
        </p>
      )}
      <AddBlock text={text} params={params} revision={revision} onChange={change} />
      <Disclosure title="Role, model and stop reason" hint={answer.model} level={4}>
        <div className={styles.row}>
          {members.map(([name, label, description]) => (
            <TextField
              key={name}
              label={label}
              description={description}
              isMono
              value={answer[name]}
              onChange={(value) => change(setMember(text, name, value))}
            />
          ))}
        </div>
      </Disclosure>
    </div>
  );
}

const members = [
  ["role", "Role", "assistant or user"],
  ["model", "Model", "The model that answered."],
  ["stopReason", "Stop reason", "endTurn, stopSequence, maxTokens, toolUse or another word."],
] as const;

function Json({ id, state, revision }: AnswerFormProps) {
  return (
    <div className={styles.editor}>
      <SchemaEditor
        label="Whole answer"
        value={state.text}
        onChange={state.change}
        schema={resultSchema(revision)}
        uri={`${id}-answer`}
        minHeight="10rem"
      />
      {state.errorText !== undefined && <p className={styles.error}>{state.errorText}</p>}
    </div>
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
