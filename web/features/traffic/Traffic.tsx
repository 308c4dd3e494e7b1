/** The Traffic view: messages and server output. */
import { ListX } from "lucide-react";
import { useState } from "react";
import { useRuntime, useWorkspace } from "../../hooks/RuntimeContext.tsx";
import type { TrafficView } from "../../stores/view/workspace.ts";
import { IconButton } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { MessagesView } from "./messages/MessagesView.tsx";
import { useOutput } from "./output/useOutput.ts";
import styles from "./Traffic.module.css";
import { useTrafficReading } from "./useTrafficReading.ts";

const ServerOutput = lazyComponent(
  async () => (await import("./output/ServerOutput.tsx")).ServerOutput,
  {
    comes: "connected",
  },
);

/** Fills its container; shows the log of all connections of this tab until it is cleared. */
export function Traffic() {
  const { log, workspace } = useRuntime();
  const view = useWorkspace(({ trafficView }) => trafficView);
  const [filter, setFilter] = useState("");
  const { output, unread } = useOutput(view === "output");
  const reading = useTrafficReading(filter);

  const clear = () => {
    workspace.setState({ selectedSeq: undefined });
    log.clear();
  };

  return (
    <Tabs<TrafficView>
      label="Views of the traffic"
      value={view}
      onChange={(trafficView) => workspace.setState({ trafficView })}
      className={styles.traffic}
      tabs={[
        {
          id: "messages",
          label: "Messages",
          content: <MessagesView reading={reading} filter={filter} onFilter={setFilter} />,
        },
        {
          id: "output",
          label: "Server output",
          ...(unread > 0 ? { hint: unread.toLocaleString("en") } : {}),
          content: <ServerOutput output={output} />,
          onIntent: ServerOutput.fetch,
        },
      ]}
      actions={<IconButton label="Clear traffic" icon={ListX} onPress={clear} />}
    />
  );
}
