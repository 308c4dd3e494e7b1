/** Shows a content block of a sampling message or answer. */
import { type ReactNode, useMemo, useState } from "react";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { asJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { showHidden } from "../../../../shared/core/text/showHidden.ts";
import { jsonText, textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { ResultBlock } from "../../../content/blocks/ResultBlock.tsx";
import { JsonView } from "../../../editor/JsonView.tsx";
import { formatCount, formatSize } from "../../../messages/quantities.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { blocksOf } from "../request/readRequest.ts";
import styles from "./Conversation.module.css";
import { LongText } from "./LongText.tsx";

/** Bytes of media that are decoded without a request of the user. */
const maxMediaBytes = 2_000_000;

/** Tool results in tool results beyond this depth are shown as JSON. */
const maxResultDepth = 3;

interface BlockProps {
  readonly block: unknown;
  /** Place in its message, from 0. */
  readonly position?: number;
  /** How many tool results it is in. */
  readonly depth?: number;
}

/** Text, image, audio, tool use or tool result; any other block as JSON. */
export function Block({ block, position = 0, depth = 0 }: BlockProps) {
  const { type, text, data } = asJsonObject(block) ?? {};
  if (type === "text" && typeof text === "string") return <LongText text={text} />;
  const shown = <ResultBlock block={block} position={position} name="sampling" />;
  if ((type === "image" || type === "audio") && typeof data === "string") {
    const bytes = Math.floor((data.length * 3) / 4);
    return (
      <OnDemand isLarge={bytes > maxMediaBytes} label={`Show ${type} (${formatSize(bytes)})`}>
        {shown}
      </OnDemand>
    );
  }
  if (type === "tool_use") return <ToolUse block={block} />;
  if (type === "tool_result" && depth < maxResultDepth) {
    return <ToolResult block={block} depth={depth} />;
  }
  if (type === "resource" || type === "resource_link") return shown;
  return <JsonBlock value={block} label="Content" />;
}

/** Blocks that are drawn at first, and each time the user asks for more. */
const blocksPerPage = 50;

/** The blocks of a message or of a tool result. */
export function Blocks({ blocks, depth = 0 }: { blocks: readonly unknown[]; depth?: number }) {
  const [shown, setShown] = useState(blocksPerPage);
  const rest = blocks.length - shown;
  return (
    <>
      {blocks.slice(0, shown).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one message keep their order
        <Block key={index} block={block} position={index} depth={depth} />
      ))}
      {rest > 0 && (
        <Button size="small" onPress={() => setShown(shown + blocksPerPage)}>
          Show more of {formatCount(rest, "further block")}
        </Button>
      )}
    </>
  );
}

/** JSON of any size is drawn line by line, within a limited height. */
export function JsonBlock({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = useMemo(() => jsonText(value), [value]);
  return <JsonView text={text} label={label} pretty maxHeight="16rem" />;
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
    <Stack as="section" gap={1} aria-label={`Tool use ${name}`} className={styles.card}>
      <p className={styles.cardTitle}>
        <Text tone="muted">Tool use</Text>{" "}
        <strong className={styles.mono}>{showHidden(name)}</strong>{" "}
        <Id value={getOwn(block, "id")} />
      </p>
      <JsonBlock value={getOwn(block, "input")} label="Arguments" />
      <Meta block={block} known={["type", "id", "name", "input"]} />
    </Stack>
  );
}

function ToolResult({ block, depth }: Required<Omit<BlockProps, "position">>) {
  const structured = getOwn(block, "structuredContent");
  return (
    <Stack as="section" gap={1} aria-label="Tool result" className={styles.card}>
      <p className={styles.cardTitle}>
        <Text tone="muted">Tool result</Text> <Id value={getOwn(block, "toolUseId")} />{" "}
        {getOwn(block, "isError") === true && <Badge tone="violation">error</Badge>}
      </p>
      <Blocks blocks={blocksOf(getOwn(block, "content"))} depth={depth + 1} />
      {structured !== undefined && <JsonBlock value={structured} label="Structured content" />}
      <Meta
        block={block}
        known={["type", "toolUseId", "content", "structuredContent", "isError"]}
      />
    </Stack>
  );
}

function Id({ value }: { readonly value: unknown }) {
  return (
    <span className={styles.id}>{showHidden(textOfJson(value ?? "no id").slice(0, 200))}</span>
  );
}

/** Members that the card does not show otherwise. */
function Meta({ block, known }: { readonly block: unknown; readonly known: readonly string[] }) {
  const rest = Object.entries(asJsonObject(block) ?? {}).filter(([name]) => !known.includes(name));
  return rest.length > 0 && <JsonBlock value={Object.fromEntries(rest)} label="Other members" />;
}
