/** A list of HTTP headers, one per line, in order. */
import { cx } from "./cx.ts";
import styles from "./HeaderList.module.css";

/** @param props.headers headers to show; the caller masks secret values */
export function HeaderList(props: {
  headers: readonly (readonly [name: string, value: string])[];
  className?: string | undefined;
}) {
  return (
    <dl className={cx(styles.headers, props.className)}>
      {props.headers.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur twice, and the list never changes
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
