/** Edits a suite as JSON, completed and checked by its schema. */
import { useEffect, useState } from "react";
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { JsonEditor } from "../../../editor/JsonEditor.tsx";
import type { SuiteDocument } from "../../store/evals/evalDocuments.ts";
import type { ChatProps } from "../chatProps.ts";
import styles from "./Evals.module.css";

interface SuiteEditorProps extends ChatProps {
  readonly document: SuiteDocument;
}

export function SuiteEditor({ chats, document: { id, text } }: SuiteEditorProps) {
  const [schema, setSchema] = useState<unknown>();
  useEffect(() => {
    void import("../../../../docs/eval.schema.json?raw").then((file) =>
      setSchema(parseJsonObject(file.default)),
    );
  }, []);
  return (
    <div className={styles.editor}>
      <JsonEditor
        label="Suite as JSON"
        value={text}
        onChange={(next) => chats.evals.change(id, next)}
        schema={schema}
        uri={`suite:${id}`}
      />
    </div>
  );
}
