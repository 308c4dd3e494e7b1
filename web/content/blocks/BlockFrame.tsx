/** The frame of a content block: type, facts and actions above its content, `_meta` below. */
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { JsonView } from "../../editor/JsonView.tsx";
import { saveFile } from "../../platform/saveFile.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { ToolPlace } from "../toolPlace.ts";
import styles from "./Blocks.module.css";

/** What Save and Copy take. */
interface BlockFile {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** What Copy takes; by default the content, if it is text. */
  readonly copied?: string | undefined;
}

interface BlockFrameProps {
  /** The block's type as the specification spells it. */
  readonly type: string;
  /** Accessible name of the block. */
  readonly label: string;
  /** Size, media type, annotations. */
  readonly facts: readonly string[];
  readonly file: BlockFile | undefined;
  /** The JSON text of `_meta`. */
  readonly metaText?: string | undefined;
  /** Controls before Copy and Save. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function BlockFrame(props: BlockFrameProps) {
  const { type, label, facts, file, metaText, actions, children } = props;
  const [showsMeta, setShowsMeta] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const copied = file?.copied ?? (typeof file?.content === "string" ? file.content : undefined);
  return (
    <Stack as="section" aria-label={label} className={styles.block}>
      <Row as="header" wraps className={styles.head}>
        <span className={styles.type}>{type}</span>
        <Row as="span" align="stretch" wraps className={styles.facts}>
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </Row>
        <span className={styles.actions}>
          {metaText !== undefined && (
            <Button
              size="small"
              variant="quiet"
              aria-expanded={showsMeta}
              onPress={() => setShowsMeta(!showsMeta)}
            >
              _meta
            </Button>
          )}
          {actions}
          <span ref={setPlace} className={styles.place} />
          {copied !== undefined && <CopyButton text={copied} variant="quiet" size="small" />}
          {file && (
            <Button
              variant="quiet"
              icon={Download}
              size="small"
              // The block's own type would let the browser open the file as a document of this
              // page.
              onPress={() => saveFile(file.name, "application/octet-stream", file.content)}
            >
              Save
            </Button>
          )}
        </span>
      </Row>
      {showsMeta && metaText !== undefined && <JsonView text={metaText} label="_meta" pretty />}
      <ToolPlace value={place}>{children}</ToolPlace>
    </Stack>
  );
}
