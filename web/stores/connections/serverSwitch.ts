/** Switches between the open servers: selection, address bar and settings follow. */
import type { AddressBar } from "../servers/addressBar.ts";
import type { SettingsStore } from "../servers/settingsStore.ts";
import type { ViewStore } from "../view/viewStore.ts";
import type { ConnectionRecords } from "./connectionRecords.ts";
import type { OpenConnection } from "./openConnection.ts";

export interface ServerSwitch {
  /** Makes a server the active one, with its selection. */
  activate(id: string): void;
  /** Empties the address bar for another server; the open ones do not change. */
  makeRoom(): void;
  /**
   * Closes the connection of a server and removes it; if it was active, its neighbour becomes
   * active.
   */
  close(id: string): void;
}

export interface ServerSwitchOptions {
  readonly records: ConnectionRecords;
  readonly opener: Pick<OpenConnection, "discard">;
  readonly view: ViewStore;
  readonly addressBar: AddressBar;
  readonly settings: SettingsStore;
}

export function createServerSwitch(options: ServerSwitchOptions): ServerSwitch {
  const { records, opener, view, addressBar, settings } = options;

  const activate = (id: string) => {
    const { activeId, records: all } = records.getState();
    const record = all.get(id);
    if (!record || id === activeId) return;
    view.switchServer(activeId, id);
    // connecting from a recording asks first
    const isRecorded = record.connection?.state.getState().kind === "recorded";
    settings.adopt(record.settingsKey, isRecorded);
    addressBar.restore({ address: record.address, isFromLink: isRecorded });
    records.activate(id);
  };

  return {
    activate,
    makeRoom() {
      const { activeId } = records.getState();
      if (activeId === undefined) return;
      view.switchServer(activeId, undefined);
      view.showPane("item");
      addressBar.choose("");
      records.activate(undefined);
    },
    close(id) {
      const { activeId, records: all } = records.getState();
      const ids = [...all.keys()];
      const at = ids.indexOf(id);
      const neighbour = ids[at + 1] ?? ids[at - 1];
      if (id === activeId && neighbour !== undefined) activate(neighbour);
      opener.discard(id);
      view.keepSelection(id, undefined);
    },
  };
}
