/** The items that a restart changed, by name; each leads to its difference. */
import { Fragment } from "react";
import { exactLine } from "../../../../../shared/core/text/exactText.ts";
import type { ListedChange } from "../../../../../shared/log/entry.ts";
import { changesText, differenceLabel, maxNameLength } from "../difference/listChanges.ts";
import styles from "./MessageRow.module.css";

export function ChangeLinks({ changes }: { changes: readonly ListedChange[] }) {
  const { counted, named, rest } = changesText(changes);
  return (
    <span className={styles.summary}>
      {`${counted}: `}
      {named.map((change, at) => (
        <Fragment key={`${change.kind} ${change.name}`}>
          {at > 0 && ", "}
          {/* the grid handles the press; with the keyboard, the menu of the row has it */}
          {/* biome-ignore lint/a11y/useSemanticElements: a long name in a button is left out whole, not cut */}
          <span
            role="button"
            tabIndex={-1}
            data-change={at}
            aria-haspopup="dialog"
            aria-label={differenceLabel(change)}
            className={styles.link}
          >
            {exactLine(change.name, maxNameLength)}
          </span>
        </Fragment>
      ))}
      {rest > 0 && ` and ${rest.toLocaleString("en")} more`}
    </span>
  );
}
