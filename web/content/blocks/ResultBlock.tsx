/** Shows one content block of a result or a message with its type, size, annotations, `_meta`, Copy and Save. */

import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { ValuePath } from "../../../shared/core/json/textAt.ts";
import { shortened } from "../../../shared/core/text/shortened.ts";
import { jsonText, textOfJson } from "../../../shared/core/text/textOfJson.ts";
import { formatSize } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { iconSource } from "../iconSource.ts";
import { JsonExplorer } from "../json/JsonExplorer.tsx";
import { Markdown } from "../Markdown.tsx";
import { BinaryBlock } from "./BinaryBlock.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import styles from "./Blocks.module.css";
import { TextContentBlock } from "./TextContentBlock.tsx";

interface ResultBlockProps {
  /** The block, not validated. */
  readonly block: unknown;
  /** The text of a value inside the block as received; by default as it was parsed. */
  readonly sourceOf?: (path: ValuePath, value: unknown) => string;
  /** Whether it is an item of `contents` of `resources/read`. */
  readonly isResource?: boolean;
  /** The name of a file without a URI. */
  readonly name?: string;
  /** Place in the result, from 0. */
  readonly position?: number;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result */
export function ResultBlock(props: ResultBlockProps) {
  const { block, sourceOf = parsedText, isResource = false, name = "block", position = 0 } = props;
  const type = isResource ? "resource" : textOfJson(getOwn(block, "type") ?? "unknown");
  const isEmbedded = !isResource && type === "resource";
  const content = isEmbedded ? getOwn(block, "resource") : block;
  const path = isEmbedded ? ["resource"] : [];
  const members = isJsonObject(content) ? content : {};
  const mimeType = typeof members.mimeType === "string" ? members.mimeType : "";
  const uri = members.uri === undefined ? "" : textOfJson(members.uri);
  const own = isJsonObject(block) ? block : {};
  const meta = own._meta ?? members._meta;
  const metaPath = own._meta === undefined ? [...path, "_meta"] : ["_meta"];
  const shared = {
    type,
    label: `${isResource || isEmbedded ? `Resource ${uri}` : `Block ${position + 1}`}`,
    mimeType,
    uri,
    name: `${name}-${position + 1}`,
    facts: [
      ...(mimeType === "" ? [] : [mimeType]),
      ...annotationTexts(own.annotations ?? members.annotations),
    ],
    metaText: meta === undefined ? undefined : sourceOf(metaPath, meta),
    children: uri !== "" && <p className={styles.uri}>{uri}</p>,
  };
  const { text, blob, data } = members;
  if (typeof text === "string" && (type === "text" || type === "resource")) {
    return <TextContentBlock {...shared} text={text} />;
  }
  if (typeof blob === "string" && type === "resource") {
    return <BinaryBlock {...shared} base64={blob} kind={undefined} />;
  }
  if ((type === "image" || type === "audio") && typeof data === "string") {
    return <BinaryBlock {...shared} base64={data} kind={type} />;
  }
  if (type === "resource_link") return <LinkBlock {...shared} link={members} />;
  const source = sourceOf([], block);
  return (
    <BlockFrame {...shared} file={{ name: `${shared.name}.json`, content: source }}>
      <JsonExplorer text={source} label="Content" />
    </BlockFrame>
  );
}

const parsedText = (_path: ValuePath, value: unknown) => jsonText(value);

/** UTF-16 code units of one value that are shown. */
const shownLength = 60;

/**
 * @param annotations not validated: a value of another type is shown as it is
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations
 */
function annotationTexts(annotations: unknown): readonly string[] {
  if (!isJsonObject(annotations)) return [];
  const { audience, priority, lastModified } = annotations;
  const texts: string[] = [];
  if (audience !== undefined) {
    const names = Array.isArray(audience) ? audience : [audience];
    texts.push(`for ${names.slice(0, 5).map(textOfJson).join(", ")}`);
  }
  if (priority !== undefined) texts.push(`priority ${textOfJson(priority)}`);
  if (lastModified !== undefined) texts.push(`modified ${textOfJson(lastModified)}`);
  return texts.map((text) => shortened(text, shownLength));
}

interface LinkBlockProps {
  readonly type: string;
  readonly label: string;
  readonly uri: string;
  readonly facts: readonly string[];
  readonly metaText: string | undefined;
  readonly link: Readonly<Record<string, unknown>>;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#resource-links */
function LinkBlock({ type, label, uri, facts, metaText, link }: LinkBlockProps) {
  const { view, calls } = useStores();
  const { name, title, description, size } = link;
  const icon = iconSource(link);
  const selection = { kind: "resource", name: uri } as const;
  return (
    <BlockFrame
      type={type}
      label={label}
      facts={[...(typeof size === "number" ? [formatSize(size)] : []), ...facts]}
      file={undefined}
      metaText={metaText}
    >
      <Row wraps className={styles.link}>
        {icon && <img src={icon} alt="" className={styles.icon} />}
        <strong dir="auto">{textOfJson(title ?? name ?? uri)}</strong>
        <Row as="span" gap={1} className={styles.linkActions}>
          <Button size="small" onPress={() => calls.invoke.open(selection)}>
            Read now
          </Button>
          <Button size="small" variant="quiet" onPress={() => view.openItem(selection)}>
            Open resource
          </Button>
        </Row>
      </Row>
      <p className={styles.uri}>{uri}</p>
      {typeof description === "string" && (
        <Markdown text={description} label={`Description of ${uri}`} />
      )}
    </BlockFrame>
  );
}
