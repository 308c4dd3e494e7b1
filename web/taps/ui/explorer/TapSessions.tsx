/** The sessions of a tap in the explorer, each with a link to its first message. */
import { useId, useState } from "react";
import { useStore } from "zustand";
import { formatCount } from "../../../messages/quantities.ts";
import type { OpenedRecording } from "../../../sessions/store/openedRecording.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useLog } from "../../../traffic/hooks/useLog.ts";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { type CountedSession, createSessionCounter } from "../../store/tapSessions.ts";
import styles from "./TapSessions.module.css";

/** @param props.serverId any open server; one that is no tap has no sessions */
export function TapSessions({ serverId }: { readonly serverId: string }) {
  const opened = useStore(useStores().sessions.recordings, (state) => state.opened.get(serverId));
  return opened?.source === "tap" && <Sessions serverId={serverId} opened={opened} />;
}

/** The newest ones; Traffic has all. */
const maxSessions = 8;

function Sessions({ serverId, opened }: { serverId: string; opened: OpenedRecording }) {
  const { servers, view } = useStores();
  const headingId = useId();
  const sessions = useTapSessions(serverId);
  if (sessions.length === 0) return null;
  const shown = sessions.slice(-maxSessions).reverse();
  const isLive = opened.live?.kind === "live";
  return (
    <section aria-labelledby={headingId} className={styles.sessions}>
      <div className={styles.heading}>
        <Heading level={3} size="meta" tone="muted" id={headingId}>
          Sessions
        </Heading>
        <Text size="small" tone="faint" isNumeric>
          {sessions.length}
        </Text>
      </div>
      <ul className={styles.list}>
        {shown.map(({ connectionId, first, at, out, in: back }) => (
          <li key={connectionId}>
            <RowButton
              isCompact
              isCurrent={connectionId === opened.connectionId}
              onPress={() => {
                servers.all.activate(serverId);
                view.showEntry(first);
              }}
            >
              <span>{isLive && connectionId === opened.connectionId ? "Now" : timeText(at)}</span>
              <Text size="small" tone="muted">
                {formatCount(out + back, "message")}
              </Text>
            </RowButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

const timeText = (at: number) =>
  new Date(performance.timeOrigin + at).toLocaleTimeString("en-GB", { timeStyle: "short" });

export function useTapSessions(serverId: string): readonly CountedSession[] {
  const log = useLog();
  const [count] = useState(() => createSessionCounter());
  const attempts = useStore(useStores().servers.all, (state) => state.attempts);
  return count(log, (connectionId) => attempts.get(connectionId) === serverId);
}
