/** Edits a suite as JSON, completed and checked by its schema. */
import { useEffect, useState } from "react";
import {
  asJsonObject,
  type JsonObject,
  parseJsonObject,
} from "../../../../shared/core/json/jsonObject.ts";
import { JsonEditor } from "../../../editor/JsonEditor.tsx";
import type { SuiteDocument } from "../../store/evals/evalDocuments.ts";
import type { ChatProps } from "../chatProps.ts";
import { useServerTools } from "../useServerTools.ts";
import styles from "./Evals.module.css";

interface SuiteEditorProps extends ChatProps {
  readonly document: SuiteDocument;
}

export function SuiteEditor({ chats, document: { id, text } }: SuiteEditorProps) {
  const [schema, setSchema] = useState<JsonObject>();
  const servers = useServerTools();
  const tools = servers.flatMap(({ definitions }) => definitions.map(({ name }) => name));
  useEffect(() => {
    void import("../../../../docs/eval.schema.json?raw").then(
      (file) => setSchema(parseJsonObject(file.default)),
      // without it, the suite is edited without help
      () => {},
    );
  }, []);
  return (
    <div className={styles.editor}>
      <JsonEditor
        label="Suite as JSON"
        value={text}
        onChange={(next) => chats.evals.change(id, next)}
        schema={
          schema &&
          withExamples(schema, { tool: tools, server: servers.map(({ serverName }) => serverName) })
        }
        uri={`suite:${id}`}
      />
    </div>
  );
}

/** The schema with values that the editor completes, by the names of its definitions. */
function withExamples(
  schema: JsonObject,
  examples: Readonly<Record<string, readonly unknown[]>>,
): JsonObject {
  const definitions = asJsonObject(schema.$defs) ?? {};
  const changed = Object.entries(examples).map(([name, values]) => [
    name,
    { ...asJsonObject(definitions[name]), examples: values },
  ]);
  return { ...schema, $defs: { ...definitions, ...Object.fromEntries(changed) } };
}
