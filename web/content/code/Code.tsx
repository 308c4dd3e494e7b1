/** Shows source code in colours once they are known. */

import syntax from "../../editor/syntax.module.css";
import { useContentJob } from "../worker/useContentJob.ts";
import styles from "./Code.module.css";
import type { CodeToken } from "./highlight.ts";

/** UTF-16 code units of the longest code that gets colours. */
export const maxCodeLength = 20_000;

interface CodeProps {
  readonly text: string;
  /** The highlighter's name of the language; see `languageOf`. */
  readonly language: string | undefined;
}

/** Longer code than {@link maxCodeLength} belongs in `PlainText`. */
export function Code({ text, language }: CodeProps) {
  const isKnown = language !== undefined && text.length <= maxCodeLength;
  const job = isKnown ? ({ kind: "code", text, language } as const) : undefined;
  const reply = useContentJob<readonly CodeToken[]>(job);
  const tokens = reply?.kind === "done" ? reply.value : [];
  return (
    <pre dir="ltr" className={styles.code}>
      <code>
        {tokens.length === 0
          ? text
          : tokens.map(({ text: part, scope }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text have no other identity
              <span key={at} className={scope && syntax[groups[scope] ?? ""]}>
                {part}
              </span>
            ))}
      </code>
    </pre>
  );
}

/** The colours have the names of JSON's. */
const groups: Readonly<Record<string, string>> = {
  addition: "string",
  attr: "key",
  attribute: "key",
  built_in: "key",
  bullet: "literal",
  code: "string",
  comment: "comment",
  deletion: "number",
  doctag: "comment",
  keyword: "literal",
  literal: "literal",
  meta: "comment",
  name: "literal",
  number: "number",
  property: "key",
  quote: "comment",
  regexp: "string",
  section: "key",
  "selector-class": "key",
  "selector-id": "key",
  "selector-tag": "literal",
  string: "string",
  symbol: "number",
  tag: "punctuation",
  title: "key",
  type: "key",
  variable: "key",
};
