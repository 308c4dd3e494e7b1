/** The Traffic view: messages, their timeline and server output. */
import { ListX, Maximize2, Minimize2 } from "lucide-react";
import { useState } from "react";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { TrafficView } from "../../view/viewStore.ts";
import { MessagesView } from "./messages/MessagesView.tsx";
import type { ChosenTime } from "./messages/rowsInRange.ts";
import { useOutput } from "./output/useOutput.ts";
import styles from "./Traffic.module.css";
import { useTrafficReading } from "./useTrafficReading.ts";

const ServerOutput = lazyComponent(
  async () => (await import("./output/ServerOutput.tsx")).ServerOutput,
  {
    preload: "idle",
  },
);

const Timeline = lazyComponent(async () => (await import("./timeline/Timeline.tsx")).Timeline);

/** Fills its container; shows the log of all connections of this tab until it is cleared. */
export function Traffic() {
  const { traffic, view: panes } = useStores();
  const view = useView(({ trafficView }) => trafficView);
  const [filter, setFilter] = useState("");
  const { output, unread } = useOutput(view === "output");
  const [range, setRange] = useState<ChosenTime>();
  const reading = useTrafficReading(filter, range);

  const clear = () => {
    panes.selectEntry(undefined);
    setRange(undefined);
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
              onRange={setRange}
            />
          ),
        },
        {
          id: "timeline",
          label: "Timeline",
          content: (
            <Timeline reading={reading} filter={filter} onFilter={setFilter} onRange={setRange} />
          ),
          onIntent: Timeline.preload,
        },
        {
          id: "output",
          label: "Server output",
          ...(unread > 0 ? { hint: unread.toLocaleString("en") } : {}),
          content: <ServerOutput output={output} range={range} onRange={setRange} />,
          onIntent: ServerOutput.preload,
        },
      ]}
      actions={
        <>
          <FillButton />
          <Button
            size="small"
            variant="quiet"
            icon={ListX}
            aria-label="Clear traffic"
            onPress={clear}
          >
            Clear
          </Button>
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
