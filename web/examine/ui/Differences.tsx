/** What a server is at each revision, where that is not the same. */
import type { Difference } from "../../../shared/conform/conformReport.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { Revision } from "../../../shared/protocol/revisions.ts";
import styles from "./Examine.module.css";

interface DifferencesProps {
  readonly differences: readonly Difference[];
  readonly revisions: readonly Revision[];
}

export function Differences({ differences, revisions }: DifferencesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.table} tabIndex={0} aria-label="Differences">
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            {revisions.map((revision) => (
              <th key={revision} scope="col">
                {revision}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ subject, values }) => (
            <tr key={subject}>
              <th scope="row">{escapeHidden(subject)}</th>
              {revisions.map((revision) => (
                <td key={revision}>{escapeHidden(values[revision] ?? "")}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
