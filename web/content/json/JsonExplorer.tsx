/** Shows JSON as a tree, as text, and as a table if it contains one; digits stay as received. */
import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, use, useDeferredValue, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { JsonView } from "../../editor/JsonView.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { ToolPlace } from "../toolPlace.ts";
import styles from "./Json.module.css";
import { JsonTable } from "./JsonTable.tsx";
import { JsonTables } from "./JsonTables.tsx";
import { JsonTree } from "./JsonTree.tsx";
import { indexedNodeAt } from "./jsonIndex.ts";
import { isTable, tablesOf } from "./jsonTable.ts";
import { findNodes, maxMatches, pointerOf, valueText } from "./jsonTree.ts";
import { type OpenDocument, useJsonDocument } from "./useJsonDocument.ts";

export interface JsonExplorerProps {
  readonly text: string;
  /** Accessible name of the view. */
  readonly label: string;
  /** Whether it opens as a tree, also where it has tables. */
  readonly opensAsTree?: boolean;
  /** What else can be done with the selected value, besides copying it. */
  readonly actions?: ((value: SelectedValue) => ReactNode) | undefined;
}

/** A value that is selected in the tree. */
export interface SelectedValue {
  /** Its JSON Pointer in the text of the explorer. */
  readonly pointer: string;
  /** @returns its JSON text */
  text(): string;
}

/** Shows only the text until it is indexed, if it is no container, and if it cannot be indexed. */
export function JsonExplorer({ text, ...props }: JsonExplorerProps) {
  const document = useJsonDocument(text);
  const isPlain = typeof document === "string" || indexedNodeAt(document.index, 0).count === 0;
  if (isPlain) return <JsonView text={text} label={props.label} pretty />;
  return <Views document={document} {...props} />;
}

type View = "tree" | "table" | "text";

/** Values from which on there is something to search. */
const searchableNodes = 12;

interface ViewsProps extends Omit<JsonExplorerProps, "text"> {
  readonly document: OpenDocument;
}

function Views({ document, label, opensAsTree = false, actions }: ViewsProps) {
  const [selected, select] = useState<number>();
  const [query, setQuery] = useState("");
  const searched = useDeferredValue(query);
  const matches = useMemo(() => findNodes(document, searched), [document, searched]);
  const parts = useMemo(() => tablesOf(document), [document]);
  const [view, setView] = useState<View>(parts?.isWhole && !opensAsTree ? "table" : "tree");
  const table = selected !== undefined && isTable(document, selected) ? selected : undefined;
  const hasTable = table !== undefined || parts !== undefined;
  const place = selected === undefined ? -1 : matches.indexOf(selected);
  const step = (by: number) => {
    // Enter may follow the last character before its matches are shown
    const found = query === searched ? matches : findNodes(document, query);
    if (found.length === 0) return;
    const at = selected === undefined ? -1 : found.indexOf(selected);
    const next = at < 0 ? (by > 0 ? 0 : found.length - 1) : at + by;
    select(found[(next + found.length) % found.length]);
    if (view !== "tree") setView("tree");
  };
  const shown = view === "table" && !hasTable ? "tree" : view;
  const head = use(ToolPlace);
  const tools = (
    <Row wraps className={styles.tools}>
      <RadioGroup<View>
        label={`Show ${label} as`}
        hideLabel
        look="segments"
        choices={[
          { id: "tree", label: "Tree" },
          ...(hasTable ? [{ id: "table" as const, label: "Table" }] : []),
          { id: "text", label: "Text" },
        ]}
        value={shown}
        onChange={setView}
      />
      {document.index.length >= searchableNodes && (
        <Row as="span" gap={1} className={styles.search}>
          <SearchField
            label={`Search ${label}`}
            placeholder="Search"
            value={query}
            onChange={setQuery}
            onKeyDown={(event) => {
              if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
              else event.continuePropagation();
            }}
          />
          {searched !== "" && (
            <>
              <span role="status" className={styles.count}>
                {matchText(place, matches.length)}
              </span>
              <IconButton
                label="Previous match"
                icon={ChevronUp}
                size="small"
                onPress={() => step(-1)}
              />
              <IconButton
                label="Next match"
                icon={ChevronDown}
                size="small"
                onPress={() => step(1)}
              />
            </>
          )}
        </Row>
      )}
    </Row>
  );
  return (
    <Stack gap={1} className={styles.explorer} data-explorer={head === undefined ? undefined : ""}>
      {head === undefined ? tools : head && createPortal(tools, head)}
      {shown === "text" && <JsonView text={document.text} label={label} pretty />}
      {shown === "table" && table !== undefined && (
        <JsonTable key={table} document={document} node={table} label={label} />
      )}
      {shown === "table" && table === undefined && parts && (
        <JsonTables document={document} parts={parts} label={label} />
      )}
      {shown === "tree" && (
        <>
          <JsonTree
            document={document}
            label={label}
            selected={selected}
            onSelect={select}
            matches={matches}
          />
          {selected !== undefined && (
            <Row gap={1} wraps className={styles.place}>
              <code className={styles.pointer}>{pointerOf(document, selected) || "/"}</code>
              <CopyButton
                size="small"
                variant="quiet"
                label="Copy path"
                text={() => pointerOf(document, selected)}
              />
              <CopyButton
                size="small"
                variant="quiet"
                label="Copy value"
                text={() => valueText(document, selected)}
              />
              {actions?.({
                pointer: pointerOf(document, selected),
                text: () => valueText(document, selected),
              })}
            </Row>
          )}
        </>
      )}
    </Stack>
  );
}

function matchText(place: number, count: number): string {
  if (count === 0) return "no match";
  const all = count >= maxMatches ? `${maxMatches}+` : String(count);
  return place < 0 ? all : `${place + 1} of ${all}`;
}
