/** Reads and restores the screen state that must survive a sign-in by redirect in this tab. */
import { formatTarget, parseTarget } from "../../../shared/config/target.ts";
import type { ConnectionRecords } from "../connections/connectionRecords.ts";
import { activeConnection, type ConnectionsState } from "../connections/connectionRecords.ts";
import type { Composition, CompositionStore } from "../invocations/composition.ts";
import { type Draft, type Drafts, unconnected } from "../invocations/drafts.ts";
import type { AddressBar, AddressBarState } from "../servers/addressBar.ts";
import type { Settings } from "../servers/settings.ts";
import type { SettingsStore } from "../servers/settingsStore.ts";
import type { ViewState, ViewStore } from "../view/viewStore.ts";
import type { AuthorizationScreen } from "./engineOptions.ts";

/** The stores whose state is part of the screen. */
export interface TabStores {
  readonly view: ViewStore;
  readonly records: ConnectionRecords;
  readonly addressBar: AddressBar;
  readonly settings: SettingsStore;
  readonly drafts: Drafts;
  readonly composition: CompositionStore;
}

export interface TabScreen extends AuthorizationScreen {
  readonly addressBar: Pick<AddressBarState, "address" | "isFromLink">;
  readonly selection: ViewState["selection"];
  readonly settings: Settings;
  readonly drafts: readonly (readonly [string, Draft])[];
  readonly composition: Composition;
}

/** The address of the server being authorized: of the connection, or of the address bar. */
export function serverUrlOf(connections: ConnectionsState, address: string): string | undefined {
  const connection = activeConnection(connections);
  const isOver = connection?.state.getState().kind === "closed";
  const parsed = parseTarget(address);
  const written = parsed.kind === "target" ? parsed.target : undefined;
  const target = connection && !isOver ? connection.target : (written ?? connection?.target);
  return target?.kind === "http" ? target.url : undefined;
}

/** Everything to restore. */
export function readTabScreen(tab: TabStores, own: AuthorizationScreen): TabScreen {
  const { address, isFromLink } = tab.addressBar.getState();
  const connections = tab.records.getState();
  const connection = activeConnection(connections);
  return {
    ...own,
    addressBar: {
      address: connection && !isFromLink ? formatTarget(connection.target) : address,
      isFromLink,
    },
    selection: tab.view.getState().selection,
    settings: tab.settings.getState(),
    drafts: [...(tab.drafts.getState().get(connections.activeId ?? unconnected) ?? [])],
    composition: tab.composition.getState(),
  };
}

/** Restores what {@link readTabScreen} returned, except what the authorization restores itself. */
export function restoreTabScreen(tab: TabStores, screen: TabScreen): void {
  const { address, isFromLink } = screen.addressBar;
  tab.settings.adopt(address, isFromLink);
  tab.settings.change(screen.settings);
  tab.drafts.restore(tab.records.getState().activeId ?? unconnected, screen.drafts);
  tab.composition.change(screen.composition);
  tab.addressBar.restore(screen.addressBar);
  tab.view.select(screen.selection);
}
