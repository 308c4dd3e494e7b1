/** Shows a result by its content types; unknown types as JSON. */
import { Fragment, type ReactNode, useState } from "react";
import type { Answer } from "../../../../shared/client/session/outcome.ts";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { ContentBlock } from "../../../content/ContentBlock.tsx";
import { ResourceContents } from "../../../content/ResourceContents.tsx";
import { JsonView } from "../../../editor/JsonView.tsx";
import { useValueText } from "../../../editor/useValueText.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { ShowMore } from "../../../ui/fields/ShowMore.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import styles from "./ResultContent.module.css";

export interface ResultContentProps {
  readonly value: unknown;
  readonly answer: Answer;
  /** The JSON text of `structuredContent`, as received; undefined while it is looked for. */
  readonly structuredText: string | undefined;
}

export function ResultContent({ value, answer, structuredText }: ResultContentProps) {
  const result = recordOf(value);
  if (!result) return <WholeResult value={value} answer={answer} />;
  const { content, contents, messages, isError, structuredContent: structured } = result;
  const isKnown = [content, contents, messages].some(Array.isArray) || structured !== undefined;
  return (
    <>
      {isError === true && (
        <Notice severity="error" title="The tool reported an error">
          The call itself went through; the tool set isError in its result.
        </Notice>
      )}
      <Parts parts={content} draw={(block) => <ContentBlock block={block} />} />
      <Parts parts={contents} draw={(resource) => <ResourceContents resource={resource} />} />
      <Parts parts={messages} draw={(message) => <PromptMessage message={message} />} />
      {typeof result.description === "string" && Array.isArray(messages) && (
        <p className={styles.muted}>{result.description}</p>
      )}
      {structured !== undefined && (
        <section aria-label="Structured content" className={styles.part}>
          <h4 className={styles.heading}>Structured content</h4>
          <div className={styles.text}>
            {structuredText !== undefined && (
              <JsonView text={structuredText} label="Structured content" pretty />
            )}
          </div>
        </section>
      )}
      {Array.isArray(content) && content.length === 0 && structured === undefined && (
        <p className={styles.muted}>The result is empty: no content.</p>
      )}
      {!isKnown && <WholeResult value={value} answer={answer} />}
    </>
  );
}

function WholeResult({ value, answer }: Pick<ResultContentProps, "value" | "answer">) {
  const text = useValueText(answer.text, [answer.path], value);
  return text !== undefined && <JsonView text={text} label="Result" pretty />;
}

function PromptMessage({ message }: { message: unknown }) {
  const { role, content } = recordOf(message) ?? {};
  return (
    <article className={styles.part}>
      <span className={styles.role}>
        <Badge tone={role === "assistant" ? "in" : "out"}>{textOfJson(role ?? "no role")}</Badge>
      </span>
      <Parts
        parts={Array.isArray(content) ? content : [content]}
        draw={(block) => <ContentBlock block={block} />}
      />
    </article>
  );
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Parts that are drawn at first, and each time the end of those drawn comes into view. */
const partsPerPage = 20;

/** Nothing is drawn if `parts` is not a list. */
function Parts({ parts, draw }: { parts: unknown; draw: (part: unknown) => ReactNode }) {
  const [limit, setLimit] = useState(partsPerPage);
  if (!Array.isArray(parts)) return null;
  const showMore = () => setLimit(limit + partsPerPage);
  return (
    <>
      {parts.slice(0, limit).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a result keep their order
        <Fragment key={index}>{draw(part)}</Fragment>
      ))}
      {limit < parts.length && (
        <ShowMore shown={limit} onNear={showMore} onPress={showMore}>
          Show more of {parts.length.toLocaleString("en")} parts
        </ShowMore>
      )}
    </>
  );
}
