/** How many tests of the shown server's examination failed, beside the name of the tab. */
import { useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { Entry } from "../../../shared/log/entry.ts";
import type { Snapshot } from "../../../shared/log/eventLog.ts";
import { verdictCode } from "../../../shared/log/notes/noteCodes.ts";
import { useActiveId } from "../../servers/hooks/useOpenServers.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useOnDemand } from "../../stores/useOnDemand.ts";
import { useLog } from "../../traffic/hooks/useLog.ts";
import { Badge } from "../../ui/Badge.tsx";
import type { Examinations } from "../store/examinations.ts";

export function FailedCount() {
  const count = useVerdictCount();
  // what reads verdicts is loaded when there are some
  return count > 0 && <Counted count={count} />;
}

function Counted({ count }: { readonly count: number }) {
  const examinations = useOnDemand(useStores().examine);
  const serverId = useActiveId() ?? "";
  return examinations && <Failed {...{ examinations, serverId, count }} />;
}

interface FailedProps {
  readonly examinations: Examinations;
  readonly serverId: string;
  /** Of verdicts in the log. */
  readonly count: number;
}

function Failed({ examinations, serverId, count }: FailedProps) {
  const run = useStore(examinations, (all) => all.get(serverId));
  const remembered = useStore(examinations.memory);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is computed from
  const failed = useMemo(
    () => examinations.failedCount(serverId),
    [examinations, serverId, run, remembered, count],
  );
  return failed > 0 && <Badge tone="violation">{failed}</Badge>;
}

/** How many verdicts the log has; each entry is looked at once. */
function useVerdictCount(): number {
  const log = useLog();
  const seen = useRef({ entries: log.entries, length: 0, count: 0 });
  return useMemo(() => {
    seen.current = countVerdicts(log, seen.current);
    return seen.current.count;
  }, [log]);
}

interface Counting extends Snapshot {
  readonly count: number;
}

function countVerdicts({ entries, length }: Snapshot, before: Counting): Counting {
  const isSame = before.entries === entries && before.length <= length;
  let count = isSame ? before.count : 0;
  for (let at = isSame ? before.length : 0; at < length; at++) {
    if (isVerdict(entries[at])) count++;
  }
  return { entries, length, count };
}

const isVerdict = (entry: Entry | undefined) =>
  entry?.kind === "finding" && entry.code === verdictCode;
