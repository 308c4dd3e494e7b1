/** The root component of the page. */
import { Settings as SettingsIcon, Share2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { RequestQueue } from "../inbox/ui/RequestQueue.tsx";
import { RequestStrip } from "../inbox/ui/RequestStrip.tsx";
import { RelayButton } from "../relay/ui/RelayButton.tsx";
import { AddressBar } from "../servers/ui/address/AddressBar.tsx";
import { Explorer } from "../servers/ui/explorer/Explorer.tsx";
import { DropOverlay } from "../sessions/ui/recordings/DropOverlay.tsx";
import { StoresProvider, useStores, useView } from "../stores/StoresContext.tsx";
import type { Stores } from "../stores/stores.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { lazyComponent } from "../ui/lazyComponent.tsx";
import { EditLoopSwitch } from "../watch/ui/EditLoop.tsx";
import styles from "./App.module.css";
import { CommandPalette } from "./commands/CommandPalette.tsx";
import { commandsOf } from "./commands/commands.ts";
import { openDemo } from "./commands/openDemo.ts";
import type { SingleKeys } from "./commands/singleKeys.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { focusAfterConnect } from "./focusAfterConnect.ts";
import { AppLayout } from "./layout/AppLayout.tsx";
import type { Density } from "./layout/density.ts";
import { ExplorerToggle, TrafficRail, TrafficToggle } from "./layout/LayoutControls.tsx";
import type { LayoutStore } from "./layout/layout.ts";
import { syncMobilePane } from "./layout/syncMobilePane.ts";
import type { Theme } from "./layout/theme.ts";
import { Part } from "./MountInParts.tsx";
import { LiveNotices, RecordingNotices, TapNotices } from "./RecordingNotices.tsx";
import { followTabTitle } from "./tabTitle.ts";
import { useFileDrop } from "./useFileDrop.ts";
import { Introduction } from "./workbench/Introduction.tsx";
import { useIsStart } from "./workbench/useIsStart.ts";
import { WorkbenchViews } from "./workbench/WorkbenchViews.tsx";

interface AppProps {
  readonly stores: Stores;
  readonly layout: LayoutStore;
  readonly theme: Theme;
  readonly density: Density;
  readonly singleKeys: SingleKeys;
  /** The URL of this page, without its fragment. */
  readonly base: string;
}

/** The start page does not show it: it is mounted with the first server. */
const Traffic = lazyComponent(async () => (await import("../traffic/ui/Traffic.tsx")).Traffic, {
  preload: "intent",
});
const StorageDialog = lazyComponent(
  async () => (await import("./storage/StorageDialog.tsx")).StorageDialog,
);
const SettingsDialog = lazyComponent(
  async () => (await import("./settings/SettingsDialog.tsx")).SettingsDialog,
);
const ShareDialog = lazyComponent(
  async () => (await import("../sessions/ui/share/ShareDialog.tsx")).ShareDialog,
  { preload: "idle" },
);

const TapSessions = lazyComponent(
  async () => (await import("../taps/ui/explorer/TapSessions.tsx")).TapSessions,
);
const renderSessions = (serverId: string) => <SessionsOf serverId={serverId} />;

/** The code is loaded for a tap only. */
function SessionsOf({ serverId }: { readonly serverId: string }) {
  const isTap = useStore(
    useStores().sessions.recordings,
    ({ opened }) => opened.get(serverId)?.source === "tap",
  );
  return isTap && <TapSessions serverId={serverId} />;
}

const ToolQuestion = lazyComponent(
  async () => (await import("../content/ToolQuestion.tsx")).ToolQuestion,
  { preload: "idle" },
);

const AddModelDialog = lazyComponent(
  async () => (await import("../sampling/ui/models/AddModelDialog.tsx")).AddModelDialog,
);

/**
 * Number of the part that is mounted last: the address bar, which takes the focus. Until then the
 * user types into the one of the static page.
 */
export const lastPart = 4;

export function App(props: AppProps) {
  const { stores, layout, theme, density, singleKeys } = props;
  const server = useRef<HTMLInputElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const [isSharing, setSharing] = useState<boolean>();
  const [isSettingsShown, setSettingsShown] = useState<boolean>();

  useEffect(() => syncMobilePane(stores, layout), [stores, layout]);
  useEffect(
    () =>
      focusAfterConnect(stores, {
        server: () => server.current,
        focusFilter: () => filter.current?.select(),
      }),
    [stores],
  );
  useEffect(() => followTabTitle(stores), [stores]);
  const isStart = useIsStart(stores);
  // stays after that, with its filter
  const [isTrafficMounted, setTrafficMounted] = useState(!isStart);
  if (!isStart && !isTrafficMounted) setTrafficMounted(true);
  const isTrafficAlone = useStore(stores.view, (state) => state.isTrafficAlone);
  const isDropping = useFileDrop(
    (file) => void stores.sessions.recordings.open({ kind: "file", file }),
  );

  const addServer = useCallback(() => {
    stores.view.showStart();
    server.current?.focus();
  }, [stores]);
  const showWorkbench = useCallback(() => layout.showPane("workbench"), [layout]);
  const commands = useMemo(
    () =>
      commandsOf({
        stores,
        layout,
        theme,
        focusServer: () => server.current?.select(),
        focusFilter: () => filter.current?.select(),
        addServer,
        focusTraffic: () => trafficGrid()?.focus(),
        share: () => setSharing(true),
        openSettings: () => setSettingsShown(true),
      }),
    [stores, layout, theme, addServer],
  );

  return (
    <StoresProvider stores={stores}>
      <AppLayout
        layout={layout}
        isStart={isStart}
        isTrafficAlone={isTrafficAlone}
        addressBar={
          <Part number={lastPart}>
            <AddressBar
              serverRef={server}
              onAdd={addServer}
              introduction={isStart ? <Introduction /> : undefined}
              tools={
                <>
                  <CommandPalette {...{ stores, commands, singleKeys, showWorkbench }} />
                  <Button
                    icon={Share2}
                    aria-label="Share"
                    className={styles.share}
                    onHoverStart={ShareDialog.preload}
                    onFocus={ShareDialog.preload}
                    onPress={() => setSharing(true)}
                  >
                    <span className={styles.words}>Share</span>
                  </Button>
                </>
              }
              rest={
                <IconButton
                  label="Settings"
                  icon={SettingsIcon}
                  onHoverStart={SettingsDialog.preload}
                  onFocus={SettingsDialog.preload}
                  onPress={() => setSettingsShown(true)}
                />
              }
              beforeStatus={!isStart && <ExplorerToggle layout={layout} />}
              afterStatus={
                <>
                  <EditLoopSwitch />
                  <RelayButton />
                  {!isStart && <TrafficToggle layout={layout} />}
                </>
              }
            />
            <LiveNotices />
            <TapNotices onShow={showWorkbench} />
          </Part>
        }
        explorer={
          <Part number={1}>
            <ErrorBoundary part="The explorer">
              <Explorer
                filterRef={filter}
                onOpen={() => layout.showPane("workbench")}
                renderAbove={renderSessions}
              />
              <RequestQueue />
            </ErrorBoundary>
          </Part>
        }
        workbench={
          <Part number={2}>
            <ErrorBoundary part="The workbench">
              <RecordingNotices />
              <WorkbenchViews
                isStart={isStart}
                onDemo={() => openDemo(stores)}
                onPaste={(text) => {
                  server.current?.focus();
                  stores.connections.connector.paste(text, true);
                }}
              />
            </ErrorBoundary>
          </Part>
        }
        traffic={
          <Part number={3}>
            <ErrorBoundary part="Traffic">{isTrafficMounted && <Traffic />}</ErrorBoundary>
          </Part>
        }
        rail={<TrafficRail layout={layout} />}
        strip={<RequestStrip onShow={() => layout.showPane("explorer")} />}
      />
      {isDropping && <DropOverlay />}
      <StoredData />
      <ToolConsent />
      <AddedModel />
      {isSettingsShown !== undefined && (
        <SettingsDialog
          isOpen={isSettingsShown}
          onOpenChange={setSettingsShown}
          {...{ layout, theme, density, commands, singleKeys }}
        />
      )}
      {isSharing !== undefined && (
        <ShareDialog isOpen={isSharing} onOpenChange={setSharing} base={props.base} />
      )}
    </StoresProvider>
  );
}

/** The rows of the log, which the arrow keys move over. */
function trafficGrid(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-pane="traffic"] [role="grid"]');
}

/** Its code is loaded when the first question is asked, if not before. */
function ToolConsent() {
  const isAsked = useStore(useStores().calls.consents, ({ asked }) => asked !== undefined);
  return isAsked && <ToolQuestion />;
}

function AddedModel() {
  const isWanted = useView((state) => state.wantedModel !== undefined);
  return isWanted && <AddModelDialog />;
}

function StoredData() {
  const { view } = useStores();
  const isShown = useView((state) => state.isStorageShown);
  return (
    isShown !== undefined && <StorageDialog isOpen={isShown} onOpenChange={view.showStorage} />
  );
}
