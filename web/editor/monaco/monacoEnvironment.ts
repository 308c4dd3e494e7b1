/** What Monaco finds when it is loaded: its workers, and the one policy under which it writes markup. */
import EditorWorker from "monaco-editor/editor/editor.worker?worker&url";
import JsonWorker from "monaco-editor/languages/features/json/json.worker?worker&url";
import { startWorker } from "../../platform/trustedWorker.ts";

interface HtmlPolicy {
  createHTML(html: string): string;
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy };
};

const policy = trustedTypes?.createPolicy("monaco", { createHTML: (html) => html });

self.MonacoEnvironment = {
  getWorker: (_, label) => startWorker(label === "json" ? JsonWorker : EditorWorker),
  // Monaco asks for a dozen policies, all of them alike: one name in the page's CSP is enough
  createTrustedTypesPolicy: () => policy as never,
};
