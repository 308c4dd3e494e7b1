/** Says that a server wrote lines to stdout during a call that are no messages. */
import { useMemo } from "react";
import { indexFrom, type Snapshot } from "../../../../../shared/log/eventLog.ts";
import { isStrayLine } from "../../../../../shared/log/strayLine.ts";
import { formatCount, nounOf } from "../../../../messages/quantities.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Notice } from "../../../../ui/Notice.tsx";
import type { DoneRun } from "../../../store/run.ts";

interface StrayLinesProps {
  readonly done: DoneRun;
}

export function StrayLines({ done }: StrayLinesProps) {
  const { traffic, view } = useStores();
  const { log } = traffic;
  const lines = useMemo(() => strayLines(log.snapshot(), done), [log, done]);
  const [first] = lines;
  if (first === undefined) return null;
  const show = () => {
    view.showTraffic("messages");
    view.selectEntry(first);
  };
  return (
    <Notice
      severity="warning"
      title={`The server wrote ${formatCount(lines.length, "line")} to stdout that ${nounOf(lines.length, "is", "are")} not MCP`}
      actions={
        <Button size="small" onPress={show}>
          Show in Traffic
        </Button>
      }
      isLive={false}
    >
      Over stdio, stdout carries messages only. On the server: write logs to stderr.
    </Notice>
  );
}

/** The numbers of the entries with such lines between the request of a run and its answer. */
function strayLines({ entries }: Snapshot, { seq, outcome }: DoneRun): readonly number[] {
  if (!("answer" in outcome) || outcome.answer.entry.carrier !== "stdio") return [];
  const { connectionId, seq: end } = outcome.answer.entry;
  return entries
    .slice(indexFrom(entries, seq), indexFrom(entries, end))
    .filter((entry) => entry.connectionId === connectionId && isStrayLine(entry))
    .map((entry) => entry.seq);
}
