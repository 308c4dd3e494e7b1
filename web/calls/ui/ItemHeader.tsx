/** Shows an item's name, title, description and annotations. */

import { Braces } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { readAppTool } from "../../../shared/apps/appTool.ts";
import { itemText } from "../../../shared/client/itemText.ts";
import { repeatsName } from "../../../shared/client/repeatsName.ts";
import { membersOf } from "../../../shared/core/json/jsonObject.ts";
import { isDestructiveTool, isReadOnlyTool } from "../../../shared/protocol/toolHints.ts";
import { Markdown } from "../../content/Markdown.tsx";
import { JsonView } from "../../editor/JsonView.tsx";
import { type Item, shownName } from "../../servers/store/catalog/items.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "./ItemHeader.module.css";

interface ItemHeaderProps {
  readonly item: Item;
  /** The name of its server, where several are open. */
  readonly owner: string | undefined;
  /** What else is in the corner. */
  readonly actions: ReactNode;
}

export function ItemHeader({ item, owner, actions }: ItemHeaderProps) {
  const [isDefinitionShown, setDefinitionShown] = useState(false);
  const definitionId = useId();
  const title = item.title && !repeatsName(item.title, item.label) ? item.title : undefined;
  const uri = shownName(item.name);
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <h2 dir="auto" className={styles.name}>
          {item.label}
        </h2>
        {title && (
          <span dir="auto" className={styles.title}>
            {title}
          </span>
        )}
        {owner !== undefined && (
          <span dir="auto" className={styles.owner}>
            of {owner}
          </span>
        )}
        <span className={styles.hints}>
          {itemHintsOf(item).map((hint) => (
            <Badge key={hint.words} tone={hint.tone}>
              {hint.words}
            </Badge>
          ))}
        </span>
      </div>
      <div className={styles.corner}>
        {actions}
        <Button
          variant="quiet"
          icon={Braces}
          size="small"
          aria-expanded={isDefinitionShown}
          aria-controls={definitionId}
          onPress={() => setDefinitionShown(!isDefinitionShown)}
        >
          Definition
        </Button>
      </div>
      {uri !== item.label && <p className={styles.uri}>{uri}</p>}
      {item.description && (
        <div className={styles.description}>
          <Markdown text={item.description} label="Description" />
        </div>
      )}
      <div id={definitionId} hidden={!isDefinitionShown} className={styles.definition}>
        {isDefinitionShown && (
          <JsonView text={itemText(item.raw)} label="Definition" pretty maxHeight="320px" />
        )}
      </div>
    </header>
  );
}

interface ItemHint {
  readonly words: string;
  readonly tone: "neutral" | "accent" | "in" | "warning";
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
function itemHintsOf({ kind, raw }: Item): ItemHint[] {
  const hints: ItemHint[] = [];
  if (kind === "tool") {
    const { idempotentHint, openWorldHint } = membersOf(raw.annotations);
    if (isReadOnlyTool(raw)) hints.push({ words: "read-only", tone: "in" });
    if (isDestructiveTool(raw)) hints.push({ words: "destructive", tone: "warning" });
    if (idempotentHint === true) hints.push({ words: "idempotent", tone: "neutral" });
    if (openWorldHint === true) hints.push({ words: "open world", tone: "neutral" });
    const { resourceUri, isForModel, isForApp } = readAppTool(raw);
    if (resourceUri !== undefined) hints.push({ words: "has an app", tone: "accent" });
    if (!isForModel && isForApp) hints.push({ words: "app only", tone: "neutral" });
    if (isForModel && !isForApp) hints.push({ words: "model only", tone: "neutral" });
    const { taskSupport } = membersOf(raw.execution);
    if (taskSupport === "required") hints.push({ words: "runs as a task only", tone: "warning" });
  }
  if (typeof raw.mimeType === "string") hints.push({ words: raw.mimeType, tone: "neutral" });
  return hints;
}
