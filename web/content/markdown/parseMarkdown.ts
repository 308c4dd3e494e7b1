/** Parses CommonMark with tables into data; HTML in it stays text. */
import MarkdownIt, { type Token } from "markdown-it";
import type { MarkdownBlock, MarkdownNode, ParsedMarkdown, PlainTag } from "./markdownNode.ts";

/** Nodes of one block; a larger one becomes its source text, as it cannot be shown in parts. */
const maxBlockSize = 1500;

/** UTF-16 code units of one block; a longer one becomes its source text as well. */
const maxBlockLength = 50_000;

/** Nodes of all blocks; what follows becomes source text. */
const maxSize = 20_000;

/** Line breaks are kept: descriptions written as docstrings rely on them. */
const parser = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });
// Only complete addresses become links, not words that look like a host.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// The view decides about targets; a link that the parser refused would show only its source.
parser.validateLink = () => true;

const plainTags: ReadonlySet<string> = new Set<PlainTag>([
  ...(["p", "h1", "h2", "h3", "h4", "h5", "h6", "em", "strong", "s", "blockquote"] as const),
  ...(["ul", "li", "table", "thead", "tbody", "tr", "hr", "br"] as const),
]);

/**
 * Parses Markdown. Takes quadratic time for some texts, so it belongs in a worker.
 * @see https://spec.commonmark.org/0.31.2/
 */
export function parseMarkdown(text: string): ParsedMarkdown {
  const tokens = parser.parse(text, {});
  const lines = text.split("\n");
  const blocks: MarkdownBlock[] = [];
  let [from, size] = [0, 0];
  let line = 0;
  while (from < tokens.length) {
    const to = endOf(tokens, from);
    const [first = line, end = first] = tokens[from]?.map ?? [];
    const block = blockOf(tokens.slice(from, to), () => lines.slice(first, end).join("\n"));
    size += block?.size ?? 0;
    if (size > maxSize) return { blocks, rest: lines.slice(first).join("\n") };
    if (block) blocks.push(block);
    from = to;
    line = end;
  }
  return { blocks, rest: "" };
}

/** The index after the block that starts at `from`. */
function endOf(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    depth += tokens[at]?.nesting ?? 0;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}

function blockOf(tokens: readonly Token[], source: () => string): MarkdownBlock | undefined {
  const size = tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
  const length = tokens.reduce((sum, { content }) => sum + content.length, 0);
  if (size > maxBlockSize || length > maxBlockLength) {
    return { node: { tag: "pre", text: source(), language: "" }, size: 1 };
  }
  const [node] = nodesOf(tokens);
  return node === undefined ? undefined : { node, size };
}

interface Open {
  readonly token: Token | undefined;
  readonly children: MarkdownNode[];
}

/** Builds the tree from a flat list of tokens. */
function nodesOf(tokens: readonly Token[]): readonly MarkdownNode[] {
  const stack: Open[] = [{ token: undefined, children: [] }];
  const add = (...nodes: readonly MarkdownNode[]) => stack.at(-1)?.children.push(...nodes);
  for (const token of tokens) {
    if (token.nesting > 0) {
      stack.push({ token, children: [] });
    } else if (token.nesting < 0) {
      const { token: opened, children } = stack.pop() as Open;
      // The paragraphs of a tight list are not shown as such.
      if (!opened || opened.hidden) add(...children);
      else add(elementOf(opened, children));
    } else {
      add(...leavesOf(token));
    }
  }
  return stack[0]?.children ?? [];
}

function elementOf(token: Token, children: readonly MarkdownNode[]): MarkdownNode {
  const { tag } = token;
  if (token.type === "link_open") return { tag: "link", href: attribute(token, "href"), children };
  if (tag === "ol") {
    const start = Number(attribute(token, "start") || "1");
    return { tag, start: Number.isSafeInteger(start) ? start : 1, children };
  }
  if (tag === "th" || tag === "td") {
    const align = /text-align:(left|center|right)/.exec(attribute(token, "style"))?.[1];
    return { tag, align: align as "left" | "center" | "right" | undefined, children };
  }
  return { tag: plainTags.has(tag) ? (tag as PlainTag) : "p", children };
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

function leavesOf(token: Token): readonly MarkdownNode[] {
  switch (token.type) {
    case "inline":
      return nodesOf(token.children ?? []);
    case "code_inline":
      return [{ tag: "code", text: token.content }];
    case "code_block":
    case "fence": {
      const language = token.info.trim().split(/\s/)[0]?.slice(0, 40) ?? "";
      return [{ tag: "pre", text: token.content.replace(/\n$/, ""), language }];
    }
    case "image":
      return [{ tag: "image", href: attribute(token, "src"), alt: token.content }];
    case "hardbreak":
    case "softbreak":
      return [{ tag: "br", children: [] }];
    case "hr":
      return [{ tag: "hr", children: [] }];
    default:
      return token.content === "" ? [] : [token.content];
  }
}
