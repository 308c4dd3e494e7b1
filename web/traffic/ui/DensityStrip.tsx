/** How busy the session was over its time, in the bar of Traffic; a press goes to the rows of that time. */
import { useMemo } from "react";
import { useStores } from "../../stores/StoresContext.tsx";
import styles from "./DensityStrip.module.css";
import { densityOf } from "./messages/rowDensity.ts";
import { entryOf } from "./messages/rowTree.ts";
import { type TrafficReading, useRows } from "./useTrafficReading.ts";

/** The rows say the same, so assistive technology does not get it. */
export function DensityStrip({ reading }: { reading: TrafficReading }) {
  const { view } = useStores();
  const rows = useRows(reading);
  const { index } = reading;
  const slots = useMemo(() => densityOf(rows, index), [rows, index]);
  if (slots.length === 0) return null;
  const most = Math.max(...slots.map(({ count }) => count));
  return (
    <div aria-hidden="true" className={styles.strip}>
      {slots.map(({ count, kind, first }, at) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the rows are reached by key
        // biome-ignore lint/a11y/useKeyWithClickEvents: the rows are reached by key
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place on the axis
          key={at}
          className={styles.slot}
          data-kind={kind}
          style={{ blockSize: count === 0 ? 0 : `${15 + (85 * count) / most}%` }}
          onClick={() => first && view.selectEntry(entryOf(first).seq)}
        />
      ))}
    </div>
  );
}
