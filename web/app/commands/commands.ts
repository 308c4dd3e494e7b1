/** The commands of the page. */
import { canDisconnect, isOffline } from "../../servers/store/connections/connection.ts";
import { activeConnection, authorizedServer } from "../../servers/store/server.ts";
import type { Stores } from "../../stores/stores.ts";
import type { WorkbenchPane } from "../../view/viewStore.ts";
import { loopOf } from "../../watch/store/watchStore.ts";
import type { LayoutStore } from "../layout/layout.ts";
import type { Theme } from "../layout/theme.ts";
import type { Command } from "./command.ts";
import { openDemo } from "./openDemo.ts";
import { serverCommands } from "./serverCommands.ts";
import { layoutCommands, themeCommands } from "./viewCommands.ts";

interface CommandTargets {
  readonly stores: Stores;
  readonly layout: LayoutStore;
  readonly theme: Theme;
  focusServer(): void;
  focusFilter(): void;
  addServer(): void;
  focusTraffic(): void;
  share(): void;
  openSettings(): void;
}

export function commandsOf(targets: CommandTargets): readonly Command[] {
  const { stores, layout, theme } = targets;
  const { view, servers, watch } = stores;
  const { connector } = stores.connections;
  const { invoke } = stores.calls;
  const active = () => activeConnection(servers.all.getState());
  const connection = () => active()?.state.getState().kind;
  const canEnd = () => {
    const state = active()?.state.getState();
    return state !== undefined && canDisconnect(state);
  };
  const openPane = (pane: WorkbenchPane) => () => {
    view.showPane(pane);
    layout.showPane("workbench");
  };
  const server = "Server";
  const go = "Go to";
  return [
    {
      id: "connect",
      section: server,
      title: "Connect",
      isAvailable: () => !canEnd() && connection() !== "connecting",
      run: connector.connect,
    },
    {
      id: "demo",
      section: server,
      title: "Try the demo server",
      run: () => openDemo(stores),
    },
    {
      id: "disconnect",
      section: server,
      title: "Disconnect",
      isAvailable: canEnd,
      run: connector.disconnect,
    },
    {
      id: "restart",
      section: server,
      title: "Restart the server",
      isAvailable: () =>
        active()?.target.kind === "stdio" &&
        connection() !== "connecting" &&
        connection() !== "recorded",
      run: () => connector.restart(),
    },
    {
      id: "diagnose",
      section: server,
      title: "Diagnose the connection",
      isAvailable() {
        const connection = active();
        return connection !== undefined && !isOffline(connection.state.getState());
      },
      run() {
        const connection = active();
        if (!connection) return;
        openPane("item")();
        void stores.doctor.diagnose(connection, false);
      },
    },
    {
      id: "edit-loop",
      section: server,
      title: "Toggle restart on change",
      isAvailable() {
        const connection = active();
        return connection?.target.kind === "stdio" && !isOffline(connection.state.getState());
      },
      run() {
        const { activeId } = servers.all.getState();
        if (activeId === undefined) return;
        if (loopOf(watch.getState(), activeId).kind === "off") watch.start(activeId);
        else watch.stop(activeId);
      },
    },
    {
      id: "add-server",
      section: server,
      title: "Add another server",
      shortcut: "G N",
      isAvailable: () => servers.all.getState().activeId !== undefined,
      run: targets.addServer,
    },
    ...serverCommands(servers.all),
    {
      id: "relay",
      section: server,
      title: "Relay: state, address and pairing",
      run: () => view.showRelay(true),
    },
    { id: "share", section: server, title: "Share this session", run: targets.share },
    {
      id: "address",
      section: go,
      title: "Go to the address bar",
      shortcut: "G S",
      run: targets.focusServer,
    },
    {
      id: "filter",
      section: go,
      title: "Filter tools, resources and prompts",
      shortcut: "G F",
      run: () => {
        layout.showExplorer();
        requestAnimationFrame(targets.focusFilter);
      },
    },
    {
      id: "run",
      section: server,
      title: "Run the selected item",
      shortcut: "Mod+Enter",
      isAvailable: invoke.canRunSelected,
      run: () => {
        invoke.runSelected();
        // on a small screen another pane may be shown
        layout.showPane("workbench");
      },
    },
    {
      id: "call",
      section: go,
      title: "Go to the selected item",
      shortcut: "G I",
      run: openPane("item"),
    },
    {
      id: "composer",
      section: go,
      title: "Go to the composer",
      shortcut: "G C",
      run: openPane("composer"),
    },
    {
      id: "authorization",
      section: go,
      title: "Go to authorization",
      shortcut: "G A",
      isAvailable: () => authorizedServer(servers.all.getState()) !== undefined,
      run: openPane("authorization"),
    },
    {
      id: "history",
      section: go,
      title: "Go to the history of calls",
      shortcut: "G H",
      run: openPane("history"),
    },
    { id: "chat", section: go, title: "Go to the chat", run: openPane("chat") },
    { id: "examine", section: go, title: "Examine the server", run: openPane("examine") },
    {
      id: "collections",
      section: go,
      title: "Go to the saved calls",
      run: openPane("collections"),
    },
    {
      id: "recordings",
      section: go,
      title: "Run the session again and compare the answers",
      isAvailable: () => servers.all.getState().activeId !== undefined,
      run: openPane("recordings"),
    },
    {
      id: "sampling",
      section: go,
      title: "Go to sampling",
      shortcut: "G P",
      run: openPane("sampling"),
    },
    {
      id: "traffic",
      section: go,
      title: "Go to traffic",
      shortcut: "G T",
      run: () => {
        view.showTraffic("messages");
        layout.showTraffic();
        requestAnimationFrame(targets.focusTraffic);
      },
    },
    {
      id: "settings",
      section: go,
      title: "Connection options",
      run: () => view.showSettings(true),
    },
    {
      id: "storage",
      section: go,
      title: "Stored data: inspect and clear",
      run: () => view.showStorage(true),
    },
    {
      id: "preferences",
      section: "View",
      title: "Settings: look, limits, capabilities, shortcuts",
      run: targets.openSettings,
    },
    ...layoutCommands(layout),
    {
      id: "server-output",
      section: go,
      title: "Go to the server's output",
      shortcut: "G O",
      run: () => {
        view.showTraffic("output");
        layout.showTraffic();
      },
    },
    {
      id: "clear-traffic",
      section: "View",
      title: "Clear traffic",
      run: () => stores.traffic.log.clear(),
    },
    ...themeCommands(theme),
  ];
}
