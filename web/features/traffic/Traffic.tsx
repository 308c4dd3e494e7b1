/** The log on screen: every message, and what servers write beside them. */
import { ListX } from "lucide-react";
import { useState } from "react";
import { useRuntime } from "../../session/RuntimeContext.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { later } from "../../ui/later.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { MessagesView } from "./MessagesView.tsx";
import styles from "./Traffic.module.css";
import { useTrafficReading } from "./useTrafficReading.ts";

const ServerOutput = later(async () => (await import("./ServerOutput.tsx")).ServerOutput);

type View = "messages" | "output";

/** Fills its container; it holds the log of all connections of this tab until it is cleared. */
export function Traffic() {
  const { log, workspace } = useRuntime();
  const [view, setView] = useState<View>("messages");
  const [filter, setFilter] = useState("");
  const reading = useTrafficReading(filter);

  const clear = () => {
    workspace.setState({ selectedSeq: undefined });
    log.clear();
  };

  return (
    <Tabs<View>
      label="Views of the traffic"
      value={view}
      onChange={setView}
      className={styles.traffic}
      tabs={[
        {
          id: "messages",
          label: "Messages",
          content: <MessagesView reading={reading} filter={filter} onFilter={setFilter} />,
        },
        { id: "output", label: "Server output", content: <ServerOutput /> },
      ]}
      actions={<IconButton label="Clear traffic" icon={ListX} onPress={clear} />}
    />
  );
}
