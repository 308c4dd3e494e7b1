/** What is not the same in several columns: revisions of a server, or sessions. */
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import styles from "./Examine.module.css";

interface DifferencesProps {
  readonly differences: readonly {
    readonly subject: string;
    /** One for each column; undefined where it has none. */
    readonly values: readonly (string | undefined)[];
  }[];
  readonly columns: readonly string[];
}

export function Differences({ differences, columns }: DifferencesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.table} tabIndex={0} aria-label="Differences">
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ subject, values }) => (
            <tr key={subject}>
              <th scope="row">{escapeHidden(subject)}</th>
              {columns.map((column, at) => (
                <td key={column}>{escapeHidden(values[at] ?? "")}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
