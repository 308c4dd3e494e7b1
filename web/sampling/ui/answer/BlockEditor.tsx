/** Edits one further block of an answer, or shows it with its size. */
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { parseJson } from "../../../../shared/core/json/jsonText.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { SchemaForm } from "../../../form/SchemaForm.tsx";
import { useValidation } from "../../../form/useValidation.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Block } from "../conversation/Block.tsx";
import styles from "./Answer.module.css";
import { type AnswerBlock, put, removeBlock } from "./answerText.ts";
import { inputSchemaOf } from "./useAnswer.ts";

interface BlockEditorProps {
  readonly id: string;
  readonly block: AnswerBlock;
  /** The whole answer. */
  readonly text: string;
  readonly params: JsonObject | undefined;
  readonly onChange: (text: string) => void;
}

export function BlockEditor(props: BlockEditorProps) {
  const { block, text, params, onChange } = props;
  const { path, type, value } = block;
  const number = path.length > 1 ? Number(path[1]) + 1 : 1;
  const schema = type === "tool_use" ? inputSchemaOf(params, value.name) : undefined;
  const setText = (name: string) => (written: string) =>
    onChange(put(text, [...path, name], JSON.stringify(written)));
  return (
    <section aria-label={`Block ${number}`} className={styles.block}>
      <Stack>
        {type === "text" ? (
          <TextArea
            label={`Text of block ${number}`}
            rows={2}
            value={textOfJson(value.text ?? "")}
            onChange={setText("text")}
          />
        ) : schema !== undefined ? (
          <>
            <p className={styles.blockTitle}>
              Tool use <strong>{textOfJson(value.name)}</strong>
            </p>
            <TextField
              label="Id"
              isMono
              value={textOfJson(value.id ?? "")}
              onChange={setText("id")}
            />
            <Arguments key={textOfJson(value.name)} {...props} schema={schema} />
          </>
        ) : (
          <Block block={value} />
        )}
      </Stack>
      <Button
        size="small"
        variant="quiet"
        icon={Trash2}
        className={styles.remove}
        aria-label={`Remove block ${number}`}
        onPress={() => onChange(removeBlock(text, path))}
      />
    </section>
  );
}

/** The form of a tool's arguments; text that is not JSON yet is not part of the answer. */
function Arguments(props: BlockEditorProps & { readonly schema: unknown }) {
  const { id, block, text, onChange, schema } = props;
  const path = [...block.path, "input"];
  const input = textAt(text, path) ?? "{}";
  const [unfinished, setUnfinished] = useState<{ text: string; input: string }>();
  const shown = unfinished?.input === input ? unfinished.text : input;
  const { verdict } = useValidation(schema, shown);
  const change = (written: string) => {
    if (parseJson(written).kind !== "tree") return setUnfinished({ text: written, input });
    setUnfinished(undefined);
    onChange(put(text, path, written.trim() === "" ? "{}" : written));
  };
  return (
    <>
      <SchemaForm
        schema={schema}
        text={shown}
        onTextChange={change}
        problems={verdict?.kind === "checked" ? verdict.problems : []}
        idPrefix={`${id}-${block.path.join("-")}`}
      />
      {shown !== input && (
        <p className={styles.error}>The arguments are not JSON yet; the last ones are kept.</p>
      )}
    </>
  );
}
