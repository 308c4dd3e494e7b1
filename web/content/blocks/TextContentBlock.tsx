/** A block of text, with a switch where it is Markdown or source code. */
import { type ReactNode, useState } from "react";
import { formatSize } from "../../messages/quantities.ts";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { useByteSize } from "../useByteSize.ts";
import { BlockFrame } from "./BlockFrame.tsx";
import { fileName } from "./fileName.ts";
import { TextBody, type TextKind, useTextKind } from "./TextBody.tsx";

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
