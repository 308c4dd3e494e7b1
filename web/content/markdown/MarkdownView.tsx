/** Shows Markdown of a server as elements; nothing in it is loaded, and no HTML in it is used. */
import { Fragment, type ReactNode, use, useState } from "react";
import { PlainText } from "../../editor/PlainText.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { ShowMore } from "../../ui/lists/ShowMore.tsx";
import { Stack } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { Code, maxCodeLength } from "../code/Code.tsx";
import { languageOfFence } from "../code/language.ts";
import { useContentJob } from "../worker/useContentJob.ts";
import { LinkNotes } from "./linkNotes.ts";
import { linkTarget } from "./linkTarget.ts";
import styles from "./Markdown.module.css";
import type { MarkdownBlock, MarkdownNode, ParsedMarkdown } from "./markdownNode.ts";

/** UTF-16 code units beyond which the text is shown as it is. */
const maxMarkdownLength = 512 * 1024;

/** Nodes that are drawn at first, and each time the end of those drawn comes into view. */
const nodesPerPage = 1500;

interface MarkdownViewProps {
  readonly text: string;
  /** Accessible name of the text while it is shown as it is. */
  readonly label: string;
}

/** Shows the text itself until it is parsed, and if that takes too long. */
export function MarkdownView({ text, label }: MarkdownViewProps) {
  const isTooLong = text.length > maxMarkdownLength;
  const reply = useContentJob<ParsedMarkdown>(isTooLong ? undefined : { kind: "markdown", text });
  if (isTooLong || reply?.kind === "failed") {
    return (
      <>
        <Text as="p" tone="muted" size="small">
          {isTooLong
            ? "Too long to be shown as Markdown."
            : "Takes too long to be shown as Markdown."}
        </Text>
        <PlainText text={text} label={label} />
      </>
    );
  }
  if (!reply) return <PendingText text={text} />;
  return <Blocks {...reply.value} label={label} />;
}

/** What is shown before the text is parsed: its beginning. */
function PendingText({ text }: { text: string }) {
  return (
    <p dir="auto" className={styles.pending}>
      {text.slice(0, 4000)}
    </p>
  );
}

function Blocks({ blocks, rest, label }: ParsedMarkdown & { label: string }) {
  const [limit, setLimit] = useState(nodesPerPage);
  const shown = pageOf(blocks, limit);
  const showMore = () => setLimit(limit + nodesPerPage);
  return (
    <Stack dir="auto" className={styles.markdown}>
      {blocks.slice(0, shown).map(({ node }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text keep their places
        <MarkdownElement key={index} node={node} />
      ))}
      {shown < blocks.length ? (
        <ShowMore shown={limit} onNear={showMore} onPress={showMore}>
          Show more
        </ShowMore>
      ) : (
        rest && <PlainText text={rest} label={label} />
      )}
    </Stack>
  );
}

/** The number of blocks whose nodes are within the limit; at least one. */
function pageOf(blocks: readonly MarkdownBlock[], limit: number): number {
  let nodes = 0;
  const end = blocks.findIndex(({ size }) => {
    nodes += size;
    return nodes > limit;
  });
  return end < 0 ? blocks.length : Math.max(end, 1);
}

function drawAll(nodes: readonly MarkdownNode[]): ReactNode {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
    <MarkdownElement key={index} node={node} />
  ));
}

const headings = { h1: "h4", h2: "h5", h3: "h6", h4: "h6", h5: "h6", h6: "h6" } as const;

function MarkdownElement({ node }: { node: MarkdownNode }) {
  if (typeof node === "string") return node;
  switch (node.tag) {
    case "code":
      return <code className={styles.code}>{node.text}</code>;
    case "pre":
      if (node.text.length > maxCodeLength) return <PlainText text={node.text} label="Code" />;
      return <Code text={node.text} language={languageOfFence(node.language)} />;
    case "link":
      return <Link href={node.href}>{drawAll(node.children)}</Link>;
    case "image":
      return <Link href={node.href}>Image{node.alt && `: ${node.alt}`}</Link>;
    case "ol":
      return <ol start={node.start}>{drawAll(node.children)}</ol>;
    case "th":
    case "td":
      return <node.tag style={{ textAlign: node.align }}>{drawAll(node.children)}</node.tag>;
    case "table":
      return (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        <div role="group" aria-label="Table" tabIndex={0} className={styles.table}>
          <table>{drawAll(node.children)}</table>
        </div>
      );
    case "hr":
    case "br":
      return <node.tag />;
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6": {
      // The headings of the page come first.
      const Heading = headings[node.tag];
      return (
        <Heading className={styles.heading} data-level={node.tag}>
          {drawAll(node.children)}
        </Heading>
      );
    }
    default: {
      const { tag: Tag } = node;
      return <Tag>{drawAll(node.children)}</Tag>;
    }
  }
}

/** A link opens in a new tab and shows its target; a link without a permitted target is text. */
function Link({ href, children }: { href: string; children: ReactNode }) {
  const target = linkTarget(href);
  const note = use(LinkNotes)(href);
  const where = <bdi className={styles.target}>({target?.host ?? href.slice(0, 200)})</bdi>;
  if (!target) {
    return (
      <Fragment>
        {children} {where}
        {note && <Badge tone="warning">{note}</Badge>}
      </Fragment>
    );
  }
  return (
    <a
      href={target.href}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      title={target.href}
    >
      {children} {where}
    </a>
  );
}
