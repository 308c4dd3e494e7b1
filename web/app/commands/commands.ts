/** What can be done from anywhere, by name or by key. */
import { serverUrlOf } from "../../stores/auth/signIn.ts";
import type { Runtime } from "../../stores/connections/runtime.ts";
import type { LayoutStore } from "../layout/layout.ts";
import type { Theme } from "../theme.ts";
import type { Command } from "./command.ts";
import { layoutCommands } from "./layoutCommands.ts";
import { themeCommands } from "./themeCommands.ts";

export interface CommandTargets {
  readonly runtime: Runtime;
  readonly layout: LayoutStore;
  readonly theme: Theme;
  focusServer(): void;
  focusFilter(): void;
  share(): void;
}

export function commandsOf(targets: CommandTargets): readonly Command[] {
  const { runtime, layout, theme } = targets;
  const { workspace, log } = runtime;
  const connection = () => workspace.getState().connection?.state.getState().kind;
  const isConnected = () => connection() === "connected";
  const server = "Server";
  const go = "Go to";
  return [
    {
      id: "connect",
      section: server,
      title: "Connect",
      isAvailable: () => !isConnected() && connection() !== "connecting",
      run: runtime.connect,
    },
    {
      id: "disconnect",
      section: server,
      title: "Disconnect",
      isAvailable: isConnected,
      run: runtime.disconnect,
    },
    {
      id: "restart",
      section: server,
      title: "Restart the server",
      isAvailable: () =>
        workspace.getState().connection?.target.kind === "stdio" && connection() !== "connecting",
      run: runtime.restart,
    },
    {
      id: "edit-loop",
      section: server,
      title: "Restart on change: on or off",
      isAvailable: () => {
        const { editLoop, connection: target } = workspace.getState();
        return editLoop !== undefined && target?.target.kind === "stdio";
      },
      run() {
        const { editLoop } = workspace.getState();
        if (editLoop?.state.getState().kind === "off") editLoop.start();
        else editLoop?.stop();
      },
    },
    {
      id: "relay",
      section: server,
      title: "Relay: state, address and pairing",
      run: () => workspace.setState({ isRelayShown: true }),
    },
    { id: "share", section: server, title: "Share this session", run: targets.share },
    {
      id: "address",
      section: go,
      title: "Go to the address bar",
      shortcut: "Mod+Shift+L",
      run: targets.focusServer,
    },
    {
      id: "filter",
      section: go,
      title: "Filter tools, resources and prompts",
      shortcut: "Mod+Shift+F",
      run: () => {
        layout.setState({ explorerOpen: true, pane: "explorer" });
        requestAnimationFrame(targets.focusFilter);
      },
    },
    {
      id: "run",
      section: server,
      title: "Run what is selected",
      shortcut: "Mod+Enter",
      isAvailable: () =>
        workspace.getState().pane === "item" && runtime.runSelected.current !== undefined,
      run: () => runtime.runSelected.current?.(),
    },
    {
      id: "call",
      section: go,
      title: "Go to the selected item",
      run: () => workspace.setState({ pane: "item" }),
    },
    {
      id: "composer",
      section: go,
      title: "Go to the composer",
      shortcut: "Mod+Shift+E",
      run: () => {
        workspace.setState({ pane: "composer" });
        layout.setState({ pane: "workbench" });
      },
    },
    {
      id: "authorization",
      section: go,
      title: "Go to authorization",
      isAvailable: () => serverUrlOf(workspace.getState()) !== undefined,
      run: () => {
        workspace.setState({ pane: "authorization" });
        layout.setState({ pane: "workbench" });
      },
    },
    ...layoutCommands(layout),
    {
      id: "server-output",
      section: go,
      title: "Go to the server's output",
      run: () => {
        workspace.setState({ trafficView: "output" });
        layout.setState({ pane: "traffic", trafficOpen: true });
      },
    },
    { id: "clear-traffic", section: "View", title: "Clear traffic", run: () => log.clear() },
    ...themeCommands(theme),
  ];
}
