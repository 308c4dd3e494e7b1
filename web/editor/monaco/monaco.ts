/** Configures Monaco: features for JSON, and keyboard shortcuts reserved for the page. */
import { editor, KeyCode, KeyMod } from "monaco-editor/editor";
// missing from `features/suggest`
import "monaco-editor/editor/contrib/suggest/browser/suggestController.js";
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/codeEditor/register";
import "monaco-editor/features/codicon/register";
import "monaco-editor/features/contextmenu/register";
import "monaco-editor/features/cursorUndo/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/folding/register";
import "monaco-editor/features/format/register";
import "monaco-editor/features/gotoError/register";
import "monaco-editor/features/hover/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/longLinesHelper/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/readOnlyMessage/register";
import "monaco-editor/features/smartSelect/register";
import "monaco-editor/features/suggest/register";
import "monaco-editor/features/wordHighlighter/register";
import "monaco-editor/features/wordOperations/register";
import { jsonDefaults } from "monaco-editor/languages/features/json/register";
import { editorSchema } from "./editorSchema.ts";

jsonDefaults.setModeConfiguration({ ...jsonDefaults.modeConfiguration, colors: false });

editor.addKeybindingRules([
  { keybinding: KeyMod.CtrlCmd | KeyCode.Enter, command: null },
  { keybinding: KeyMod.CtrlCmd | KeyCode.KeyK, command: null },
]);

/** JSON text of the schema by document URI; text, so that an equal schema is recognized. */
const schemas = new Map<string, string>();

/**
 * Associates a JSON Schema with a document.
 * @param uri URI of the document
 * @param schema undefined removes the association
 */
export function setSchema(uri: string, schema: unknown): void {
  const text = schema === undefined ? undefined : JSON.stringify(editorSchema(schema));
  if (schemas.get(uri) === text) return;
  if (text === undefined) schemas.delete(uri);
  else schemas.set(uri, text);
  applySchemas();
}

function applySchemas() {
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    comments: "error",
    trailingCommas: "error",
    enableSchemaRequest: false,
    schemaRequest: "ignore",
    // the page marks invalid values itself, with the messages of its forms
    schemaValidation: "ignore",
    schemas: [...schemas].map(([uri, text]) => ({
      uri: `${uri}#schema`,
      fileMatch: [uri],
      schema: JSON.parse(text),
    })),
  });
}

applySchemas();
