/** Shows a result by its content types; unknown types as JSON. */
import { Fragment, type ReactNode, useState } from "react";
import type { Answer } from "../../../../../shared/client/session/outcome.ts";
import { getOwn } from "../../../../../shared/core/json/getOwn.ts";
import { isJsonObject, parseJsonObject } from "../../../../../shared/core/json/jsonObject.ts";
import { sameJson } from "../../../../../shared/core/json/sameJson.ts";
import { textAt, type ValuePath } from "../../../../../shared/core/json/textAt.ts";
import { textOfJson } from "../../../../../shared/core/text/textOfJson.ts";
import { BlockFrame } from "../../../../content/blocks/BlockFrame.tsx";
import { ResultBlock } from "../../../../content/blocks/ResultBlock.tsx";
import contentStyles from "../../../../content/Content.module.css";
import {
  JsonExplorer,
  type JsonExplorerProps,
  type SelectedValue,
} from "../../../../content/json/JsonExplorer.tsx";
import { Markdown } from "../../../../content/Markdown.tsx";
import { useByteSize } from "../../../../content/useByteSize.ts";
import { useValueText } from "../../../../editor/useValueText.ts";
import { formatSize } from "../../../../messages/quantities.ts";
import { Badge } from "../../../../ui/Badge.tsx";
import { Disclosure } from "../../../../ui/Disclosure.tsx";
import { ShowMore } from "../../../../ui/lists/ShowMore.tsx";
import styles from "./ResultContent.module.css";

interface ResultContentProps {
  readonly value: unknown;
  readonly answer: Answer;
  /** The JSON text of `structuredContent`, as received; undefined while it is looked for. */
  readonly structuredText: string | undefined;
  /** Names saved files. */
  readonly name: string;
  /** What can be done with a value of the result, which its JSON Pointer names. */
  readonly actions?: JsonExplorerProps["actions"];
}

/** Answers whose parts are cut from the text as received; parts of longer ones are serialised again. */
const maxSyncLength = 256 * 1024;

export function ResultContent({
  value,
  answer,
  structuredText,
  name,
  actions,
}: ResultContentProps) {
  const whole = <WholeResult value={value} answer={answer} actions={actions} />;
  if (!isJsonObject(value)) return whole;
  const { content, contents, messages, structuredContent, _meta: meta } = value;
  const isKnown =
    [content, contents, messages].some(Array.isArray) || structuredContent !== undefined;
  const sourceOf = (path: ValuePath, part: unknown) =>
    (answer.text.length <= maxSyncLength
      ? textAt(answer.text, [...answer.path, ...path])
      : undefined) ??
    JSON.stringify(part) ??
    "null";
  const block = (part: unknown, position: number, path: ValuePath, isResource = false) => (
    <ResultBlock
      block={part}
      position={position}
      isResource={isResource}
      name={name}
      sourceOf={(inner, inside) => sourceOf([...path, ...inner], inside)}
    />
  );
  return (
    <>
      {typeof value.description === "string" && Array.isArray(messages) && (
        <Markdown text={value.description} label="Description of the prompt" />
      )}
      {structuredContent !== undefined && structuredText !== undefined && (
        <StructuredContent text={structuredText} name={name} actions={actions} />
      )}
      <Parts
        parts={content}
        draw={(part, at) =>
          isSameText(part, structuredContent) ? (
            <Disclosure title="Text" hint="the same as structuredContent">
              {block(part, at, ["content", at])}
            </Disclosure>
          ) : (
            block(part, at, ["content", at])
          )
        }
      />
      <Parts parts={contents} draw={(part, at) => block(part, at, ["contents", at], true)} />
      <Parts
        parts={messages}
        draw={(message, at) => <PromptMessage message={message} position={at} block={block} />}
      />
      {Array.isArray(content) && content.length === 0 && structuredContent === undefined && (
        <p className={contentStyles.muted}>The result is empty: no content.</p>
      )}
      {isKnown && meta !== undefined && (
        <BlockFrame
          type="_meta"
          label="_meta of the result"
          facts={[]}
          file={{ name: `${name}-meta.json`, content: sourceOf(["_meta"], meta) }}
        >
          <JsonExplorer text={sourceOf(["_meta"], meta)} label="_meta" />
        </BlockFrame>
      )}
      {!isKnown && whole}
    </>
  );
}

/** Whether a block repeats the structured content as JSON, as the specification asks of servers. */
function isSameText(part: unknown, structured: unknown): boolean {
  const text = structured === undefined ? undefined : getOwn(part, "text");
  if (typeof text !== "string" || text.length > maxSyncLength) return false;
  const parsed = parseJsonObject(text);
  return parsed !== undefined && sameJson(parsed, structured);
}

interface StructuredContentProps extends Pick<ResultContentProps, "name" | "actions"> {
  readonly text: string;
}

function StructuredContent({ text, name, actions }: StructuredContentProps) {
  const bytes = useByteSize(text);
  const inResult =
    actions &&
    ((value: SelectedValue) =>
      actions({ ...value, pointer: `/structuredContent${value.pointer}` }));
  return (
    <BlockFrame
      type="structuredContent"
      label="Structured content"
      facts={bytes === undefined ? [] : [formatSize(bytes)]}
      file={{ name: `${name}-structured.json`, content: text }}
    >
      <JsonExplorer text={text} label="Structured content" actions={inResult} />
    </BlockFrame>
  );
}

type WholeResultProps = Pick<ResultContentProps, "value" | "answer" | "actions">;

function WholeResult({ value, answer, actions }: WholeResultProps) {
  const text = useValueText(answer.text, [answer.path], value);
  return (
    text !== undefined && <JsonExplorer text={text} label="Result" opensAsTree actions={actions} />
  );
}

interface PromptMessageProps {
  readonly message: unknown;
  readonly position: number;
  readonly block: (part: unknown, position: number, path: ValuePath) => ReactNode;
}

function PromptMessage({ message, position, block }: PromptMessageProps) {
  const { role, content } = isJsonObject(message) ? message : {};
  const path = ["messages", position, "content"];
  return (
    <article className={contentStyles.part}>
      <span className={styles.role}>
        <Badge tone={role === "assistant" ? "in" : "out"}>{textOfJson(role ?? "no role")}</Badge>
      </span>
      {Array.isArray(content) ? (
        <Parts parts={content} draw={(part, at) => block(part, at, [...path, at])} />
      ) : (
        block(content, position, path)
      )}
    </article>
  );
}

/** Parts that are drawn at first, and each time the end of those drawn comes into view. */
const partsPerPage = 10;

interface PartsProps {
  /** Nothing is drawn if it is not a list. */
  readonly parts: unknown;
  readonly draw: (part: unknown, position: number) => ReactNode;
}

function Parts({ parts, draw }: PartsProps) {
  const [limit, setLimit] = useState(partsPerPage);
  if (!Array.isArray(parts)) return null;
  const showMore = () => setLimit(limit + partsPerPage);
  return (
    <>
      {parts.slice(0, limit).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a result keep their order
        <Fragment key={index}>{draw(part, index)}</Fragment>
      ))}
      {limit < parts.length && (
        <ShowMore shown={limit} onNear={showMore} onPress={showMore}>
          Show more of {parts.length.toLocaleString("en")} parts
        </ShowMore>
      )}
    </>
  );
}
