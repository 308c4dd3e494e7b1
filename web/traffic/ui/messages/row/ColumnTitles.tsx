/** The titles of the columns, above a wide list of rows. */
import { formatMs } from "../../../../messages/quantities.ts";
import styles from "./ColumnTitles.module.css";
import columns from "./MessageRow.module.css";

interface Props {
  readonly isServerShown: boolean;
  /** The length of the waterfall's axis in milliseconds. */
  readonly span: number;
}

/** Hidden from assistive technology: the cells of the rows speak for themselves. */
export function ColumnTitles({ isServerShown, span }: Props) {
  return (
    <div aria-hidden="true" className={styles.titles}>
      <span className={columns.fold} />
      <span className={columns.direction} />
      <span className={columns.time}>sent</span>
      {isServerShown && <span className={columns.server} />}
      <span className={columns.who}>by</span>
      <span className={columns.what}>name, then what came of it</span>
      <span className={columns.waterfall}>0 – {formatMs(span)}</span>
      <span className={columns.duration}>took</span>
      <span className={columns.size}>size</span>
    </div>
  );
}
