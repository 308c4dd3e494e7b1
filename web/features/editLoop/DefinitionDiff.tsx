/** Shows a definition before and after a change, side by side, or stacked on narrow screens. */
import { useMemo } from "react";
import { formatCount } from "../../messages/quantities.ts";
import type { Definitions } from "../../stores/catalog/definitionChanges.ts";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import styles from "./DefinitionDiff.module.css";
import { type DiffRow, sideBySide } from "./sideBySide.ts";

export function DefinitionDiff(props: {
  name: string;
  definitions: Definitions;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { name, definitions, isOpen, onOpenChange } = props;
  const rows = useMemo(
    () => sideBySide(textOf(definitions.before), textOf(definitions.after)),
    [definitions],
  );
  return (
    <Dialog
      title={`Difference in ${name}`}
      size="large"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <table aria-label="Definition" className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
            <Row key={index} row={row} />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

function textOf(definition: unknown): string {
  return JSON.stringify(definition, null, 2);
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === "skipped") {
    return (
      <tr>
        <td colSpan={2} className={styles.skipped}>
          {formatCount(row.lines, "line")} alike
        </td>
      </tr>
    );
  }
  const isSame = row.kind === "same";
  return (
    <tr>
      <td className={cx(isSame ? styles.same : row.before !== undefined && styles.removed)}>
        {isSame ? row.before : row.before !== undefined && <del>{row.before}</del>}
      </td>
      <td className={cx(!isSame && row.after !== undefined && styles.added)}>
        {isSame ? row.after : row.after !== undefined && <ins>{row.after}</ins>}
      </td>
    </tr>
  );
}
