/** Highlights source code as data. */

import { common, createLowlight } from "lowlight";

const lowlight = createLowlight(common);

/** A part of the code; `scope` is the kind of token, such as `keyword`. */
export interface CodeToken {
  readonly text: string;
  readonly scope: string | undefined;
}

type Root = ReturnType<typeof lowlight.highlight>;
type Content = Root["children"][number];

/** Tokens that are shown; code with more has no colours. */
const maxTokens = 5000;

/**
 * Splits code into tokens; may take very long for some texts, so it belongs in a worker.
 * @returns no tokens if the language is unknown, or there are too many
 */
export function highlight(text: string, language: string): readonly CodeToken[] {
  if (!lowlight.registered(language)) return [];
  const tokens: CodeToken[] = [];
  const add = (nodes: readonly Content[], scope: string | undefined) => {
    for (const node of nodes) {
      if (node.type === "text") tokens.push({ text: node.value, scope });
      if (node.type === "element") add(node.children, scopeOf(node.properties.className) ?? scope);
    }
  };
  add(lowlight.highlight(language, text).children, undefined);
  return tokens.length > maxTokens ? [] : tokens;
}

function scopeOf(className: unknown): string | undefined {
  const [first] = Array.isArray(className) ? className : [];
  return typeof first === "string" ? first.replace(/^hljs-/, "") : undefined;
}
