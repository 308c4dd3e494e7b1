/** Says that the page shows a recording, and why one could not be opened; its code is loaded when needed. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { useStores } from "../stores/StoresContext.tsx";
import { TapNoticeList } from "../taps/ui/TapNoticeList.tsx";
import { lazyComponent } from "../ui/lazyComponent.tsx";

const RecordingBanner = lazyComponent(
  async () => (await import("../sessions/ui/recordings/RecordingBanner.tsx")).RecordingBanner,
);
const OpenNotice = lazyComponent(
  async () => (await import("../sessions/ui/recordings/OpenNotice.tsx")).OpenNotice,
);
const LiveNotice = lazyComponent(
  async () => (await import("../sessions/ui/recordings/LiveNotice.tsx")).LiveNotice,
);

/** The sessions of this tab that others watch; visible in every pane. */
export function LiveNotices() {
  const shares = useStore(useStores().sessions.live);
  return [...shares].map(([serverId, share]) =>
    share.kind === "live" || share.kind === "ended" ? (
      <LiveNotice key={serverId} serverId={serverId} share={share} />
    ) : null,
  );
}

/** Taps that run, whose messages wait, or that have faults; visible in every pane. */
export function TapNotices(props: { readonly onShow: () => void }) {
  const { controls: tapControls, recordings: taps } = useStores().taps;
  const { size } = useStore(tapControls);
  const hasWaiting = useStore(taps, ({ waiting }) => waiting.length > 0);
  return (size > 0 || hasWaiting) && <TapNoticeList {...props} />;
}

export function RecordingNotices() {
  const { servers } = useStores();
  const { recordings } = useStores().sessions;
  const activeId = useStore(servers.all, (state) => state.activeId);
  const { opened, isOpening, problem } = useStore(recordings);
  const shown = activeId === undefined ? undefined : opened.get(activeId);
  useEffect(() => {
    if (isOpening) RecordingBanner.preload();
  }, [isOpening]);
  return (
    <>
      {(isOpening || problem) && <OpenNotice problem={problem} />}
      {shown && shown.source !== "tap" && activeId !== undefined && (
        <RecordingBanner key={activeId} serverId={activeId} opened={shown} />
      )}
    </>
  );
}
