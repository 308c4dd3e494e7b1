/** Edits what an answer has besides its text: further blocks, role, model and stop reason. */
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Fields } from "../../../ui/fields/Field.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { AddBlock } from "./AddBlock.tsx";
import { responseBlock, setMember } from "./answerText.ts";
import { BlockEditor } from "./BlockEditor.tsx";
import type { AnswerState } from "./useAnswer.ts";

/** Maximum number of blocks with their own editor. */
const shownBlocks = 50;

interface AnswerDetailsProps {
  /** Unique on the page. */
  readonly id: string;
  readonly state: AnswerState;
  /** Params of the request; undefined if they cannot be read. */
  readonly params: JsonObject | undefined;
  readonly revision: string;
}

/** Nothing while the answer cannot be read. */
export function AnswerDetails({ id, state, params, revision }: AnswerDetailsProps) {
  const { text, answer, change } = state;
  if (!answer) return null;
  const response = responseBlock(answer);
  const others = answer.blocks.filter((block) => block !== response);
  return (
    <Stack>
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
        <Fields>
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
        </Fields>
      </Disclosure>
    </Stack>
  );
}

const members = [
  ["role", "Role", "assistant or user"],
  ["model", "Model", "The model that answered."],
  ["stopReason", "Stop reason", "endTurn, stopSequence, maxTokens, toolUse or another word."],
] as const;
