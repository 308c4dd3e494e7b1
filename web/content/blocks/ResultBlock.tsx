/** Shows one content block of a result with its type, size, annotations, `_meta`, Copy and Save. */
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { ValuePath } from "../../../shared/core/json/textAt.ts";
import { textOfJson } from "../../../shared/core/text/textOfJson.ts";
import { JsonExplorer } from "../json/JsonExplorer.tsx";
import { annotationTexts } from "./annotations.ts";
import { BinaryBlock } from "./BinaryBlock.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import styles from "./Blocks.module.css";
import { LinkBlock } from "./LinkBlock.tsx";
import { TextContentBlock } from "./TextContentBlock.tsx";

interface ResultBlockProps {
  /** The block, not validated. */
  readonly block: unknown;
  /** The text of a value inside the block as received, or as it was parsed if that is unknown. */
  readonly sourceOf: (path: ValuePath, value: unknown) => string;
  /** Whether it is an item of `contents` of `resources/read`. */
  readonly isResource?: boolean;
  /** The name of a file without a URI. */
  readonly name: string;
  /** Place in the result, from 0. */
  readonly position: number;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result */
export function ResultBlock(props: ResultBlockProps) {
  const { block, sourceOf, isResource = false, position } = props;
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
    name: `${props.name}-${position + 1}`,
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
