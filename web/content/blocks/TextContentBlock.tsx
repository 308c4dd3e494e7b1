/** A block of text, with a switch where it is Markdown or source code. */
import { type ReactNode, useMemo, useState } from "react";
import { fileName } from "../../../shared/core/text/fileName.ts";
import { PlainText } from "../../editor/PlainText.tsx";
import { formatSize } from "../../messages/quantities.ts";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Code, maxCodeLength } from "../code/Code.tsx";
import { languageOf } from "../code/language.ts";
import { JsonExplorer } from "../json/JsonExplorer.tsx";
import { looksLikeMarkdown } from "../markdown/looksLikeMarkdown.ts";
import { useByteSize } from "../useByteSize.ts";
import { BlockFrame } from "./BlockFrame.tsx";
import styles from "./Blocks.module.css";

interface TextContentBlockProps {
  readonly type: string;
  readonly label: string;
  readonly text: string;
  readonly mimeType: string;
  /** Of the resource, or empty. */
  readonly uri: string;
  /** The name of a file without a URI. */
  readonly name: string;
  readonly facts: readonly string[];
  readonly metaText: string | undefined;
  /** Shown above the text. */
  readonly children?: ReactNode;
}

const kindNames: Readonly<Record<TextKind, string>> = {
  json: "JSON",
  markdown: "Markdown",
  code: "Code",
  plain: "Text",
};

const extensions: Readonly<Record<TextKind, string>> = {
  json: "json",
  markdown: "md",
  code: "txt",
  plain: "txt",
};

export function TextContentBlock(props: TextContentBlockProps) {
  const { type, label, text, mimeType, uri, name, facts, metaText, children } = props;
  const guessed = useTextKind(text, mimeType, uri);
  const [isPlain, setPlain] = useState(false);
  const bytes = useByteSize(text);
  const canSwitch = guessed === "markdown" || guessed === "code";
  return (
    <BlockFrame
      type={type}
      label={label}
      facts={bytes === undefined ? facts : [formatSize(bytes), ...facts]}
      file={{ name: fileName(uri || name, mimeType, extensions[guessed]), content: text }}
      metaText={metaText}
      actions={
        canSwitch && (
          <RadioGroup<"kind" | "plain">
            label="Show text as"
            hideLabel
            look="segments"
            choices={[
              { id: "plain", label: "Text" },
              { id: "kind", label: kindNames[guessed] },
            ]}
            value={isPlain ? "plain" : "kind"}
            onChange={(id) => setPlain(id === "plain")}
          />
        )
      }
    >
      {children}
      <TextBody text={text} kind={isPlain ? "plain" : guessed} mimeType={mimeType} uri={uri} />
    </BlockFrame>
  );
}

const MarkdownView = lazyComponent(
  async () => (await import("../markdown/MarkdownView.tsx")).MarkdownView,
  { preload: "idle", Fallback: PlainText },
);

type TextKind = "json" | "markdown" | "code" | "plain";

/** @param uri of the resource, if the text belongs to one */
function useTextKind(text: string, mimeType: string, uri: string): TextKind {
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

function TextBody({ text, kind, mimeType, uri }: TextBodyProps) {
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
