/** Shows an object as its arrays of objects, each a table, below its other values. */
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import styles from "./Json.module.css";
import { JsonTable } from "./JsonTable.tsx";
import { indexedNodeAt } from "./jsonIndex.ts";
import { cellText, type TablesOfValue } from "./jsonTable.ts";
import type { OpenDocument } from "./useJsonDocument.ts";

interface JsonTablesProps {
  readonly document: OpenDocument;
  readonly parts: TablesOfValue;
  readonly label: string;
}

export function JsonTables({ document, parts, label }: JsonTablesProps) {
  const { others, tables, isWhole } = parts;
  return (
    <Stack className={styles.tables}>
      {others.length > 0 && (
        <Row as="dl" align="stretch" wraps className={styles.others}>
          {others.map(({ name, node }) => {
            const text = cellText(document, node);
            return (
              <div key={node}>
                <dt>{name}</dt>
                <dd dir="auto" title={text}>
                  {text}
                </dd>
              </div>
            );
          })}
        </Row>
      )}
      {tables.map(({ name, node }) => (
        <section key={node} aria-label={name || undefined}>
          {name !== "" && tables.length + others.length > 1 && (
            <p className={styles.tableName}>
              {name}{" "}
              <span className={styles.count}>{indexedNodeAt(document.index, node).count}</span>
            </p>
          )}
          <JsonTable
            document={document}
            node={node}
            label={tables.length > 1 ? `${label}, ${name}` : label}
          />
        </section>
      ))}
      {!isWhole && <p className={styles.note}>The tree has the rest.</p>}
    </Stack>
  );
}
