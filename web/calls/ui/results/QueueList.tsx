/** What a queued call waits for: the calls that use the connections to its server, with their clocks. */
import { SendHorizontal } from "lucide-react";
import { useStore } from "zustand";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { useOpenRequest } from "../../../inbox/hooks/useOpenRequest.ts";
import { useAllRequests } from "../../../inbox/hooks/useRequests.ts";
import { causeOf } from "../../../inbox/store/causeOf.ts";
import { formatWait } from "../../../messages/quantities.ts";
import { useOpenServers } from "../../../servers/hooks/useOpenServers.ts";
import { originOfTarget } from "../../../servers/store/routes.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useNow } from "../../../stores/useNow.ts";
import { Button } from "../../../ui/Button.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { draftOf, selectionOf } from "../../store/drafts.ts";
import type { Run } from "../../store/run.ts";
import styles from "./QueueList.module.css";

interface Holder {
  readonly serverId: string;
  readonly itemKey: string;
  readonly run: Extract<Run, { kind: "running" }>;
}

interface QueueListProps {
  /** The server whose call is queued. */
  readonly serverId: string;
  /** The number of the entry with its request. */
  readonly seq: number;
}

export function QueueList({ serverId, seq }: QueueListProps) {
  const servers = useOpenServers();
  const requests = useAllRequests();
  const runs = useStore(useStores().calls.runs);
  const originOf = (id: string) => {
    const target = servers.find((server) => server.id === id)?.target;
    return target && originOfTarget(target);
  };
  const origin = originOf(serverId);
  const holders: Holder[] = [];
  for (const [id, items] of runs) {
    if (originOf(id) !== origin) continue;
    for (const [itemKey, calls] of items) {
      for (const run of calls) {
        if (run.kind === "running" && !run.queued) holders.push({ serverId: id, itemKey, run });
      }
    }
  }
  if (holders.length === 0) return null;
  const isAsking = ({ serverId: of, itemKey }: Holder) =>
    requests.some((one) => !one.ended && one.serverId === of && causeOf(runs, one) === itemKey);
  const firstAsking = holders.find(isAsking);
  return (
    <section aria-label="What it waits for" className={styles.queue}>
      <Text weight="strong">What it waits for</Text>
      <ul className={styles.list}>
        {holders.map((holder) => (
          <HoldingCall
            key={`${holder.itemKey} ${holder.run.startedAt}`}
            {...holder}
            isFirst={holder === firstAsking}
          />
        ))}
      </ul>
      <SendNow seq={seq} />
    </section>
  );
}

/** The page leaves one connection to short requests, which a call can have. */
function SendNow({ seq }: Pick<QueueListProps, "seq">) {
  const { queue } = useStores().calls;
  // whether it is in use is asked again
  useNow();
  if (!queue.canSendNow(seq)) return null;
  return (
    <Row wraps>
      <Button size="small" icon={SendHorizontal} onPress={() => queue.sendNow(seq)}>
        Send now on a connection of its own
      </Button>
      <Text size="small" tone="muted">
        Lists and completions then wait for it.
      </Text>
    </Row>
  );
}

/** A call in progress, until its timeout or with the way to what it waits for. */
function HoldingCall({ serverId, itemKey, run, isFirst }: Holder & { readonly isFirst: boolean }) {
  const { calls, servers } = useStores();
  const requests = useAllRequests();
  const all = useStore(calls.runs);
  const own = requests.find((one) => !one.ended && causeOf(all, one) === itemKey);
  const { open } = useOpenRequest(own);
  const draft = useStore(calls.drafts, (state) => draftOf(state, serverId, itemKey));
  const common = useStore(
    servers.all,
    (state) => state.open.get(serverId)?.settings.timeoutSeconds,
  );
  const limit = draft?.timeoutSeconds ?? common ?? 0;
  const now = useNow();
  // the timeouts of all calls of a server are paused while one of them asks
  const isWaiting = own !== undefined;
  const elapsed = now - (own?.receivedAt ?? run.sentAt ?? run.startedAt);
  const name = escapeHidden(selectionOf(itemKey).name);
  // progress and tasks restart the timeout
  const isPaused = run.pausedAt !== undefined;
  const isLimited = limit > 0 && !isPaused && !run.progress && !run.task;
  return (
    <li className={styles.call}>
      <StateGlyph state={isWaiting ? "waiting" : "running"} />
      <code className={styles.name}>{name}</code>
      <span className={styles.bar}>
        {isLimited && (
          <ProgressBar
            label={`Time of ${name}`}
            hideLabel
            value={elapsed / 1000}
            max={limit}
            message=""
          />
        )}
        {isWaiting ? "waits for you" : isPaused && "timeout paused"}
      </span>
      <span className={styles.time}>
        {formatWait(elapsed)}
        {isLimited && ` of ${limit} s`}
      </span>
      {own ? (
        <Button size="small" variant={isFirst ? "primary" : "default"} onPress={open}>
          Answer
        </Button>
      ) : (
        <Button size="small" variant="quiet" aria-label={`Cancel ${name}`} onPress={run.cancel}>
          Cancel
        </Button>
      )}
    </li>
  );
}
