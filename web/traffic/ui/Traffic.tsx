/** The Traffic view: messages and server output. */
import { ListX, Maximize2, Minimize2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { TrafficView } from "../../view/viewStore.ts";
import { groupRow } from "./messages/groupRows.ts";
import type { LogIndex } from "./messages/logIndex.ts";
import { MessagesView } from "./messages/MessagesView.tsx";
import type { Rows } from "./messages/rowList.ts";
import { entryOf, isGroup, type RowItem, timeOf } from "./messages/rowTree.ts";
import { useOutput } from "./output/useOutput.ts";
import styles from "./Traffic.module.css";
import { type TrafficReading, useRows, useTrafficReading } from "./useTrafficReading.ts";

const ServerOutput = lazyComponent(
  async () => (await import("./output/ServerOutput.tsx")).ServerOutput,
  {
    preload: "idle",
  },
);

/** Fills its container; shows the log of all connections of this tab until it is cleared. */
export function Traffic() {
  const { traffic, view: panes } = useStores();
  const view = useView(({ trafficView }) => trafficView);
  const [filter, setFilter] = useState("");
  const { output, unread } = useOutput(view === "output");
  const [hidesExaminations, hideExaminations] = useState(true);
  const reading = useTrafficReading(filter, hidesExaminations);

  const clear = () => {
    panes.selectEntry(undefined);
    traffic.log.clear();
  };

  return (
    <Tabs<TrafficView>
      label="Views of the traffic"
      value={view}
      onChange={panes.showTraffic}
      className={styles.traffic}
      tabs={[
        {
          id: "messages",
          label: "Messages",
          content: (
            <MessagesView
              reading={reading}
              filter={filter}
              onFilter={setFilter}
              onHideExaminations={hideExaminations}
            />
          ),
        },
        {
          id: "output",
          label: "Server output",
          ...(unread > 0 ? { hint: unread.toLocaleString("en") } : {}),
          content: <ServerOutput output={output} />,
          onIntent: ServerOutput.preload,
        },
      ]}
      actions={
        <>
          <DensityStrip reading={reading} />
          <FillButton />
          <IconButton label="Clear traffic" icon={ListX} onPress={clear} />
        </>
      }
    />
  );
}

/** Gives Traffic the whole window, where the panes are beside each other. */
function FillButton() {
  const { view } = useStores();
  const isFilling = useView(({ isTrafficAlone }) => isTrafficAlone);
  return (
    <span className={styles.fill}>
      <IconButton
        label={isFilling ? "Back to three columns" : "Fill the window"}
        icon={isFilling ? Minimize2 : Maximize2}
        onPress={() => view.fillWithTraffic(!isFilling)}
      />
    </span>
  );
}

/** The rows say the same, so assistive technology does not get it. */
function DensityStrip({ reading }: { reading: TrafficReading }) {
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

interface DensitySlot {
  readonly count: number;
  /** The worst that a row of the slot is. */
  readonly kind: "plain" | "you" | "failed";
  readonly first: RowItem | undefined;
}

const slotCount = 72;

/** The most rows that are looked at; of more, rows at equal distances stand for the others. */
const maxLooked = 600;

/** @returns one slot per equal part of the session's time; none without rows */
function densityOf({ top }: Pick<Rows, "top">, index: LogIndex): readonly DensitySlot[] {
  if (top.length === 0) return [];
  const span = Math.max(1, index.span());
  const slots: { -readonly [K in keyof DensitySlot]: DensitySlot[K] }[] = Array.from(
    { length: slotCount },
    () => ({ count: 0, kind: "plain", first: undefined }),
  );
  const stride = Math.ceil(top.length / maxLooked);
  for (let at = 0; at < top.length; at += stride) {
    const item = top[at] as RowItem;
    const zero = index.zero((isGroup(item) ? item.head : item).connectionId);
    const place = Math.floor(((timeOf(item) - zero) / span) * slotCount);
    const slot = slots[Math.max(0, Math.min(slotCount - 1, place))];
    if (!slot) continue;
    slot.count += stride;
    slot.first ??= item;
    const kind = kindOf(item, index);
    if (kind === "failed" || slot.kind === "plain") slot.kind = kind;
  }
  return slots;
}

function kindOf(item: RowItem, index: LogIndex): DensitySlot["kind"] {
  if (!isGroup(item) || item.kind === "run") return "plain";
  const { tone, waitsFor } = groupRow(item, index);
  if (tone === "violation" || tone === "warning") return "failed";
  if (index.source(item.head.connectionId) !== undefined) return "plain";
  const asks = item.parts.some((part) => isGroup(part) && part.head.direction === "in");
  return asks || waitsFor === "answer" ? "you" : "plain";
}
