/** The middle pane: the selected item, the composer, or the sampling view. */
import { useDeferredValue, useEffect } from "react";
import { useStore } from "zustand";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { useDiagnosis } from "../../doctor/ui/useDiagnosis.ts";
import { useWaitingCount } from "../../inbox/hooks/useRequests.ts";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { useActiveId } from "../../servers/hooks/useOpenServers.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import { shownServer } from "../../servers/store/server.ts";
import {
  useAuthorization,
  useAuthorizationProgress,
  useHasAuthorization,
} from "../../signIn/hooks/useAuthorizationProgress.ts";
import { useStores, useView } from "../../stores/StoresContext.tsx";
import { useShownTap, useTapCounts } from "../../taps/hooks/useShownTap.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Stack } from "../../ui/primitives/Layout.tsx";
import { Tabs, type TabView } from "../../ui/Tabs.tsx";
import type { WorkbenchPane } from "../../view/viewStore.ts";
import { EditLoopReport } from "../../watch/ui/EditLoop.tsx";
import { StartPage, type StartPageProps } from "./StartPage.tsx";
import styles from "./WorkbenchViews.module.css";

const FailureSteps = lazyComponent(async () => (await import("./FailureSteps.tsx")).FailureSteps, {
  preload: "idle",
});
const SelectedItem = lazyComponent(async () => (await import("./SelectedItem.tsx")).SelectedItem, {
  preload: "idle",
});
const Requests = lazyComponent(async () => (await import("./Requests.tsx")).Requests, {
  preload: "idle",
});
const Composer = lazyComponent(
  async () => (await import("../../calls/ui/composer/Composer.tsx")).Composer,
  {
    preload: "idle",
  },
);
const ChatPane = lazyComponent(async () => (await import("./ChatPane.tsx")).ChatPane);
const ExamineView = lazyComponent(async () => {
  const { ExamineView } = await import("../../examine/ui/ExamineView.tsx");
  const { useEvidence } = await import("../../traffic/ui/EvidenceRows.tsx");
  const { DeprecatedFeatures } = await import("../../servers/ui/overview/DeprecatedFeatures.tsx");
  const renderDeprecated = (id: string) => <DeprecatedFeatures connectionId={id} />;
  return () => <ExamineView renderEvidence={useEvidence()} renderDeprecated={renderDeprecated} />;
});
const FailedCount = lazyComponent(
  async () => (await import("../../examine/ui/FailedCount.tsx")).FailedCount,
  { preload: "idle" },
);
const SamplingView = lazyComponent(async () => (await import("./SamplingView.tsx")).SamplingView);
const AuthorizationView = lazyComponent(
  async () => (await import("../../signIn/ui/AuthorizationView.tsx")).AuthorizationView,
);
const HistoryTab = lazyComponent(
  async () => (await import("../../calls/ui/history/HistoryTab.tsx")).HistoryTab,
);
const ConversationList = lazyComponent(
  async () => (await import("../../chat/ui/ConversationList.tsx")).ConversationList,
);
const TapView = lazyComponent(async () => (await import("../../taps/ui/TapView.tsx")).TapView);
const ClientActs = lazyComponent(async () => {
  const { ClientActs } = await import("../../taps/ui/acts/ClientActs.tsx");
  const { useEvidence } = await import("../../traffic/ui/EvidenceRows.tsx");
  return () => <ClientActs renderEvidence={useEvidence()} />;
});
const RestoreOffer = lazyComponent(
  async () => (await import("../../servers/ui/address/RestoreOffer.tsx")).RestoreOffer,
);
const SharedPreview = lazyComponent(
  async () => (await import("../../sessions/ui/share/SharedPreview.tsx")).SharedPreview,
);

/** @param props.isStart whether the start page is shown, which has no tabs */
export function WorkbenchViews({ isStart, ...props }: StartPageProps & { isStart: boolean }) {
  const { view } = useStores();
  const canAuthorize = useAuthorization() !== undefined;
  const chosen = useView((state) => state.pane);
  const tap = useShownTap();
  const waitingInTap = useTapCounts().held;
  const isKnown = chosen === "authorization" ? canAuthorize : chosen !== "client-acts" || tap;
  const pane = isKnown ? chosen : "item";
  // the palette opens it before the server has asked for anything
  const hasAuthorization = (useHasAuthorization() && canAuthorize) || pane === "authorization";
  const progress = useAuthorizationProgress();
  const isAuthorizing = progress !== "none";
  // Preloaded, because the view opens automatically when the user is needed.
  useEffect(() => {
    if (isAuthorizing) AuthorizationView.preload();
  }, [isAuthorizing]);
  const tabs: readonly TabView<WorkbenchPane>[] = [
    ...(tap || pane === "tap"
      ? [
          {
            id: "tap" as const,
            label: "Tap",
            content: <TapView />,
            waiting: waitingInTap,
            onIntent: TapView.preload,
          },
        ]
      : []),
    ...(tap
      ? [
          {
            id: "client-acts" as const,
            label: "What the client did",
            content: <ClientActs />,
            onIntent: ClientActs.preload,
          },
        ]
      : []),
    { id: "item", label: "Call", content: <Call {...props} />, waiting: useWaitingCount() },
    { id: "chat", label: "Chat", content: <ChatPane />, onIntent: ChatPane.preload },
    {
      id: "composer",
      label: "Composer",
      content: <ComposerPane />,
      onIntent: Composer.preload,
    },
    {
      id: "sampling",
      label: "Sampling",
      content: <SamplingView />,
      onIntent: SamplingView.preload,
    },
    {
      id: "history",
      label: "History",
      content: <HistoryTab renderConversations={(query) => <ConversationList query={query} />} />,
      onIntent: HistoryTab.preload,
    },
    {
      id: "examine",
      label: "Examine",
      hint: <FailedCount />,
      content: <ExamineView />,
      onIntent: ExamineView.preload,
    },
    ...(hasAuthorization
      ? [
          {
            id: "authorization" as const,
            label: "Authorization",
            content: <AuthorizationView />,
            waiting: progress === "needs-person" ? 1 : 0,
            onIntent: AuthorizationView.preload,
          },
        ]
      : []),
  ];
  if (isStart) return <StartPage {...props} isAlone />;
  return (
    <Tabs<WorkbenchPane>
      label="Workbench views"
      tabs={tabs.map(withFailure)}
      value={pane === "collections" || pane === "recordings" ? "history" : pane}
      onChange={view.showPane}
      className={styles.views}
    />
  );
}

/** Puts the newest failure of the shown server above a view; Call places it itself. */
function withFailure(tab: TabView<WorkbenchPane>): TabView<WorkbenchPane> {
  if (tab.id === "item") return tab;
  const content = (
    <Stack gap={0} className={styles.call}>
      <ConnectionFailure isAuthorization={tab.id === "authorization"} />
      <div className={styles.selected}>{tab.content}</div>
    </Stack>
  );
  return { ...tab, content };
}

/**
 * Why the shown server is not connected, and what to do, or its diagnosis; the code is loaded when
 * there is one.
 */
function ConnectionFailure({ isAuthorization = false }: { isAuthorization?: boolean }) {
  const { connection, state } = useConnection();
  const failure = failureOf(state);
  const diagnosis = useDiagnosis(connection);
  // the steps of the authorization view show this one
  const isInSteps = isAuthorization && failure?.code === "not-authorized";
  if (!connection || ((!failure || isInSteps) && !diagnosis)) return null;
  return (
    <div className={styles.failure}>
      <FailureSteps connection={connection} failure={isInSteps ? undefined : failure} />
    </div>
  );
}

/** A message of the composer belongs to no item; requests that it causes are shown below it. */
function ComposerPane() {
  return (
    <>
      <Composer />
      <Requests itemKey={undefined} />
    </>
  );
}

function Call(props: StartPageProps) {
  const { connections, servers } = useStores();
  const { connect } = connections.connector;
  const isFromLink = useStore(servers.all, (state) => shownServer(state).source === "link");
  const isLost = useStore(servers.all, (state) => shownServer(state).lost !== undefined);
  const now = useConnection();
  // Render the server's lists first.
  const connection = useDeferredValue(now.connection);
  const state = useDeferredValue(now.state);
  const all = { connection, state };
  const view = connectedView(all);
  // after a reload a server may wait for the user to connect
  const isOpen = useActiveId() !== undefined && now.connection === undefined;
  if (isFromLink && state.kind !== "recorded") return <SharedPreview />;
  if (state.kind === "none" && isLost) return <RestoreOffer />;
  if (state.kind === "none" && !isOpen) return <StartPage {...props} />;
  if (state.kind === "closed" || state.kind === "none") {
    return (
      <EmptyState title="Not connected" actions={<Button onPress={connect}>Connect again</Button>}>
        Earlier messages stay in Traffic until you clear them.
      </EmptyState>
    );
  }
  // One element for all of these states, so that the selected item keeps its state across a
  // restart.
  return (
    <Stack gap={0} className={styles.call}>
      <EditLoopReport />
      <ConnectionFailure />
      {view ? (
        <div className={styles.selected}>
          <SelectedItem view={view} questionsOf={(key) => <Requests itemKey={key} />} />
        </div>
      ) : (
        state.kind === "connecting" && (
          <EmptyState title="Connecting…">Traffic shows every message as it is sent.</EmptyState>
        )
      )}
    </Stack>
  );
}

/** Explains why there is no connection, or why the current one may not work. */
function failureOf(state: ReturnType<typeof useConnection>["state"]): Failure | undefined {
  switch (state.kind) {
    case "failed":
    case "lost":
      return state.failure;
    case "connecting":
      return state.strayOutput === undefined
        ? undefined
        : { code: "stray-output", text: state.strayOutput };
    case "connected":
      return state.client.initializedFailure;
    default:
      return undefined;
  }
}
