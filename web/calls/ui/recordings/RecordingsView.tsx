/** The recordings that are open and the session so far: their requests are run again, and compared. */
import { Cable, FileText, History, Link, type LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "zustand";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import { useActiveId, useOpenServers } from "../../../servers/hooks/useOpenServers.ts";
import { recordingTitle } from "../../../sessions/messages/recordingMessages.ts";
import type { OpenedRecording } from "../../../sessions/store/openedRecording.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useOnDemand } from "../../../stores/useOnDemand.ts";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import layout from "../../../ui/lists/listDetail.module.css";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { RowList } from "../../../ui/lists/RowList.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import type { Collections } from "../../store/collections/collections.ts";
import styles from "../collections/SavedCalls.module.css";
import { RecordedCalls } from "./RecordedCalls.tsx";

/** A recording, or the session of a server so far. */
interface Subject {
  readonly serverId: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly source: string;
}

export function RecordingsView() {
  const opened = useOnDemand(useStores().calls.collections);
  return <div className={layout.view}>{opened && <Opened collections={opened} />}</div>;
}

function Opened({ collections }: { collections: Collections }) {
  const subjects = useSubjects();
  const activeId = useActiveId();
  const shownId = useStore(collections, (state) => state.shownRecording);
  const shown =
    subjects.find(({ serverId }) => serverId === shownId) ??
    subjects.find(({ serverId }) => serverId === activeId) ??
    subjects[0];
  if (!shown) {
    return (
      <EmptyState title="No recordings">
        Open a recording, or connect to a server: the requests of its session can be run again.
      </EmptyState>
    );
  }
  return (
    <div className={cx(layout.parts, styles.parts)}>
      <div className={layout.side}>
        <RowList label="Recordings" items={subjects} keyOf={({ serverId }) => serverId}>
          {({ serverId, icon: Icon, title, source }) => (
            <RowButton
              isCurrent={serverId === shown.serverId}
              onPress={() => collections.showRecording(serverId)}
            >
              <Icon aria-hidden="true" className={styles.icon} />
              <Stack as="span" gap={0} className={styles.name}>
                <Text weight="medium" isCut>
                  {escapeHidden(title)}
                </Text>
                <Text size="small" tone="muted" isCut>
                  {escapeHidden(source)}
                </Text>
              </Stack>
            </RowButton>
          )}
        </RowList>
      </div>
      <div className={layout.detail}>
        <Shown key={shown.serverId} collections={collections} subject={shown} />
      </div>
    </div>
  );
}

function Shown({ collections, subject }: { collections: Collections; subject: Subject }) {
  const { serverId, title } = subject;
  const recorded = useStore(collections, (state) => state.recorded.get(serverId));
  useEffect(() => void collections.openRecording(serverId), [collections, serverId]);
  if (!recorded) return null;
  if (recorded.collection.calls.length === 0) {
    return (
      <EmptyState title="Nothing to run again">
        The session has no requests yet besides those that open the connection.
      </EmptyState>
    );
  }
  return <RecordedCalls collections={collections} recorded={recorded} title={title} />;
}

function useSubjects(): readonly Subject[] {
  const recordings = useStore(useStores().sessions.recordings, (state) => state.opened);
  const servers = useOpenServers();
  return servers.flatMap(({ id: serverId, name, connection }) => {
    const opened = recordings.get(serverId);
    if (opened) return [{ serverId, title: name, ...sourceOf(opened) }];
    if (!connection) return [];
    return [{ serverId, title: name, icon: History, source: "this session so far" }];
  });
}

function sourceOf(opened: OpenedRecording): Pick<Subject, "icon" | "source"> {
  if (opened.source === "tap") {
    return { icon: Cable, source: `tapped, of ${opened.client ?? "a client"}` };
  }
  return { icon: opened.source === "file" ? FileText : Link, source: recordingTitle(opened) };
}
