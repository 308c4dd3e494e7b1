/** Shows a content block of a sampling message or answer. */
import { type ReactNode, useState } from "react";
import { getOwn } from "../../../../../shared/core/getOwn.ts";
import { asJsonObject } from "../../../../../shared/core/jsonObject.ts";
import { jsonText, textOfJson } from "../../../../../shared/core/text/textOfJson.ts";
import { ContentBlock } from "../../../../content/ContentBlock.tsx";
import { JsonView } from "../../../../editor/JsonView.tsx";
import { formatSize } from "../../../../messages/quantities.ts";
import { Badge } from "../../../../ui/Badge.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { blocksOf } from "../request/readRequest.ts";
import styles from "./Conversation.module.css";
import { LongText } from "./LongText.tsx";
import { showHidden } from "./shownText.ts";

/** Bytes of media that are decoded without being asked for. */
const largestMedia = 2_000_000;

/** Text, image, audio, tool use or tool result; any other block as JSON. */
export function Block({ block }: { readonly block: unknown }) {
  const { type, text, data } = asJsonObject(block) ?? {};
  if (type === "text" && typeof text === "string") return <LongText text={text} />;
  if ((type === "image" || type === "audio") && typeof data === "string") {
    const bytes = Math.floor((data.length * 3) / 4);
    return (
      <OnDemand isLarge={bytes > largestMedia} label={`Show ${type} (${formatSize(bytes)})`}>
        <ContentBlock block={block} />
      </OnDemand>
    );
  }
  if (type === "tool_use") return <ToolUse block={block} />;
  if (type === "tool_result") return <ToolResult block={block} />;
  if (type === "resource" || type === "resource_link") return <ContentBlock block={block} />;
  return <JsonBlock value={block} label="Content" />;
}

/** JSON of any size is drawn line by line, within a limited height. */
export function JsonBlock({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <JsonView text={jsonText(value)} label={label} pretty maxHeight="16rem" />;
}

function OnDemand(props: { isLarge: boolean; label: string; children: ReactNode }) {
  const [isShown, setShown] = useState(!props.isLarge);
  if (isShown) return props.children;
  return (
    <Button size="small" onPress={() => setShown(true)}>
      {props.label}
    </Button>
  );
}

function ToolUse({ block }: { readonly block: unknown }) {
  const name = textOfJson(getOwn(block, "name") ?? "no name").slice(0, 200);
  return (
    <section aria-label={`Tool use ${name}`} className={styles.card}>
      <p className={styles.cardTitle}>
        <span className={styles.muted}>Tool use</span>{" "}
        <strong className={styles.mono}>{showHidden(name)}</strong>{" "}
        <Id value={getOwn(block, "id")} />
      </p>
      <JsonBlock value={getOwn(block, "input")} label="Arguments" />
      <Meta block={block} known={["type", "id", "name", "input"]} />
    </section>
  );
}

function ToolResult({ block }: { readonly block: unknown }) {
  const structured = getOwn(block, "structuredContent");
  return (
    <section aria-label="Tool result" className={styles.card}>
      <p className={styles.cardTitle}>
        <span className={styles.muted}>Tool result</span> <Id value={getOwn(block, "toolUseId")} />{" "}
        {getOwn(block, "isError") === true && <Badge tone="violation">error</Badge>}
      </p>
      {blocksOf(getOwn(block, "content")).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one result keep their order
        <Block key={index} block={part} />
      ))}
      {structured !== undefined && <JsonBlock value={structured} label="Structured content" />}
      <Meta
        block={block}
        known={["type", "toolUseId", "content", "structuredContent", "isError"]}
      />
    </section>
  );
}

function Id({ value }: { readonly value: unknown }) {
  return (
    <span className={styles.id}>{showHidden(textOfJson(value ?? "no id").slice(0, 200))}</span>
  );
}

/** Members that the card has no place for. */
function Meta({ block, known }: { readonly block: unknown; readonly known: readonly string[] }) {
  const rest = Object.entries(asJsonObject(block) ?? {}).filter(([name]) => !known.includes(name));
  return rest.length > 0 && <JsonBlock value={Object.fromEntries(rest)} label="Other members" />;
}
