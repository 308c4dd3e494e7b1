/** Shows text as what it is: JSON, Markdown, source code or plain text. */
import { useMemo } from "react";
import { PlainText } from "../../editor/PlainText.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Code, maxCodeLength } from "../code/Code.tsx";
import { languageOf } from "../code/language.ts";
import { JsonExplorer } from "../json/JsonExplorer.tsx";
import { looksLikeMarkdown } from "../markdown/looksLikeMarkdown.ts";
import styles from "./Blocks.module.css";

const MarkdownView = lazyComponent(
  async () => (await import("../markdown/MarkdownView.tsx")).MarkdownView,
  { preload: "connected", Fallback: PlainText },
);

export type TextKind = "json" | "markdown" | "code" | "plain";

/** @param uri of the resource, if the text belongs to one */
export function useTextKind(text: string, mimeType: string, uri: string): TextKind {
  return useMemo(() => textKind(text, mimeType, uri), [text, mimeType, uri]);
}

function textKind(text: string, mimeType: string, uri: string): TextKind {
  if (/^\s*[{[]/.test(text)) return looksLikeMarkdown(text) ? "markdown" : "json";
  if (/^text\/(x-)?markdown\b/i.test(mimeType) || /\.(md|markdown)$/i.test(uri)) return "markdown";
  if (languageOf(mimeType, uri) !== undefined && text.length <= maxCodeLength) return "code";
  const isPlain = mimeType === "" || /^text\/plain\b/i.test(mimeType);
  return isPlain && looksLikeMarkdown(text) ? "markdown" : "plain";
}

interface TextBodyProps {
  readonly text: string;
  readonly kind: TextKind;
  readonly mimeType: string;
  readonly uri: string;
}

export function TextBody({ text, kind, mimeType, uri }: TextBodyProps) {
  switch (kind) {
    case "json":
      return <JsonExplorer text={text} label="Text" />;
    case "markdown":
      return <MarkdownView text={text} label="Text" />;
    case "code":
      return <Code text={text} language={languageOf(mimeType, uri)} />;
    case "plain":
      return (
        <div className={styles.flush}>
          <PlainText text={text} label="Text" />
        </div>
      );
  }
}
