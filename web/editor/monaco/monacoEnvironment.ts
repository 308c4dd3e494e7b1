/** Sets `MonacoEnvironment`: Monaco's workers and its Trusted Types policy. */
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
  // Monaco creates a dozen identical policies; sharing one needs only one name in the CSP
  createTrustedTypesPolicy: () => policy as never,
};
