/** Parsed Markdown as plain data; other content than these types is shown as source text. */

/** Elements without a target; every other kind of Markdown content has a separate type below. */
export type PlainTag =
  | "p"
  | "h1"
  | "h2"
  | "h3"
  | "h4"
  | "h5"
  | "h6"
  | "em"
  | "strong"
  | "s"
  | "blockquote"
  | "ul"
  | "li"
  | "table"
  | "thead"
  | "tbody"
  | "tr"
  | "hr"
  | "br";

export type MarkdownNode =
  | string
  | { readonly tag: PlainTag; readonly children: readonly MarkdownNode[] }
  | { readonly tag: "ol"; readonly start: number; readonly children: readonly MarkdownNode[] }
  | {
      readonly tag: "th" | "td";
      readonly align: "left" | "center" | "right" | undefined;
      readonly children: readonly MarkdownNode[];
    }
  | { readonly tag: "code"; readonly text: string }
  | { readonly tag: "pre"; readonly text: string; readonly language: string }
  | {
      readonly tag: "link";
      /** As written; see `linkTarget`. */
      readonly href: string;
      readonly children: readonly MarkdownNode[];
    }
  | { readonly tag: "image"; readonly href: string; readonly alt: string };

/** A block at the top level. */
export interface MarkdownBlock {
  readonly node: MarkdownNode;
  /** Number of nodes in it. */
  readonly size: number;
}

export interface ParsedMarkdown {
  readonly blocks: readonly MarkdownBlock[];
  /** What follows the blocks as source text, when the text has more nodes than are shown. */
  readonly rest: string;
}
