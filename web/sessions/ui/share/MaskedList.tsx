/** Lists what was masked, by reason, name and place; never a value. */
import type { MaskedItem } from "../../../../shared/recording/redaction/redactor.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { maskedPlace, maskedReason } from "../../../messages/secretMessages.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import styles from "./MaskedList.module.css";

/** Rows that are shown; a server could cause any number. */
const maxRows = 100;

export function MaskedList({ items }: { items: readonly MaskedItem[] }) {
  if (items.length === 0) return null;
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const sorted = items.toSorted((one, other) => other.count - one.count);
  return (
    <Disclosure title="What was masked" hint={formatCount(count, "value")}>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Why</th>
              <th scope="col">Where</th>
              <th scope="col">Times</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, maxRows).map((item) => (
              <tr key={`${item.code} ${item.place} ${item.name}`}>
                <td>{item.name ?? "–"}</td>
                <td>{maskedReason(item.code)}</td>
                <td>{maskedPlace(item.place)}</td>
                <td>{item.count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sorted.length > maxRows && (
        <p>{formatCount(sorted.length - maxRows, "further row")} are not shown.</p>
      )}
    </Disclosure>
  );
}
