/** Says that the page was reloaded while a call ran, and leads to its answer. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { idKey, type MessageEntry } from "../../../../../shared/log/entry.ts";
import type { Snapshot } from "../../../../../shared/log/eventLog.ts";
import { classify, type MessageHead } from "../../../../../shared/protocol/jsonRpc.ts";
import { useConnection } from "../../../../servers/hooks/useConnection.ts";
import { isAttemptOf } from "../../../../servers/store/server.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { useLog } from "../../../../traffic/hooks/useLog.ts";
import { Button } from "../../../../ui/Button.tsx";
import type { DoneRun } from "../../../store/run.ts";

export function ReloadedCall({ call }: { readonly call: DoneRun }) {
  const { servers, view } = useStores();
  const snapshot = useLog();
  const all = useStore(servers.all);
  const id = useConnection().connection?.serverId ?? "";
  const seq = useMemo(
    () => lateAnswer(snapshot, call.text ?? "", (attempt) => isAttemptOf({ id }, all, attempt)),
    [snapshot, call.text, id, all],
  );
  return (
    <>
      <span>
        The page was reloaded while this call ran.{" "}
        {seq === undefined ? "Its answer has not come." : "Its answer came later."}
      </span>
      {seq !== undefined && (
        <Button size="small" variant="quiet" onPress={() => view.showEntry(seq)}>
          Show its answer
        </Button>
      )}
    </>
  );
}

/**
 * Finds the answer to a request that an earlier page has sent. A session that continues after a
 * reload has another connection id in the log, and uses no request id twice: the answer is one
 * without a request on its connection.
 * @param request its JSON text
 * @param isOwn whether a connection is one of the server of the request
 * @returns the `seq` of the answer; undefined if it has not come
 */
function lateAnswer(
  { entries, length }: Snapshot,
  request: string,
  isOwn: (connectionId: string) => boolean,
): number | undefined {
  const sent = headOf(request);
  if (sent?.kind !== "request") return undefined;
  const key = idKey(sent.id);
  const has = ({ heads }: MessageEntry, kinds: readonly MessageHead["kind"][]) =>
    heads.some(
      (head) =>
        kinds.includes(head.kind) && "id" in head && head.id != null && idKey(head.id) === key,
    );
  const requested = new Set<string>();
  for (let index = 0; index < length; index++) {
    const entry = entries[index];
    if (entry?.kind !== "message" || !isOwn(entry.connectionId)) continue;
    if (entry.direction === "out" && has(entry, ["request"])) requested.add(entry.connectionId);
    const isAnswer = entry.direction === "in" && has(entry, ["result", "error"]);
    if (isAnswer && !requested.has(entry.connectionId)) return entry.seq;
  }
  return undefined;
}

function headOf(text: string): MessageHead | undefined {
  try {
    return classify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
