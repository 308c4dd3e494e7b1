/** Saves an open server under a name, and opens a saved one beside the open ones. */
import { parseTarget } from "../../../shared/config/target.ts";
import type { Authorizations } from "../auth/authorizations.ts";
import { emptyForm } from "../auth/form.ts";
import type { AddressBar } from "../servers/addressBar.ts";
import type { ServerProfile, ServerProfiles } from "../servers/serverProfiles.ts";
import type { SettingsStore } from "../servers/settingsStore.ts";
import type { ConnectionRecords } from "./connectionRecords.ts";
import type { Connector } from "./connector.ts";
import { loadEngine } from "./loadEngine.ts";
import type { ServerSwitch } from "./serverSwitch.ts";

export interface SavedServerActions {
  /**
   * Saves a server with its headers, environment, route, revision and OAuth client.
   * @returns false if this browser cannot encrypt
   */
  save(serverId: string, name: string): Promise<boolean>;
  /** Connects to a saved server; a command is confirmed first. */
  open(profile: ServerProfile): Promise<void>;
}

export interface SavedServerOptions {
  readonly records: ConnectionRecords;
  readonly profiles: ServerProfiles;
  readonly settings: SettingsStore;
  readonly addressBar: AddressBar;
  readonly auth: Authorizations;
  readonly serverSwitch: ServerSwitch;
  readonly connector: Pick<Connector, "connectPlain" | "settingsKeyOf">;
}

export function createSavedServerActions(options: SavedServerOptions): SavedServerActions {
  const { records, profiles, settings, addressBar, auth, serverSwitch, connector } = options;
  return {
    async save(serverId, name) {
      const record = records.getState().records.get(serverId);
      if (!record) return false;
      const { target, settingsKey } = record;
      const { sessionId: _, ...own } = settings.of(settingsKey);
      const { revision } = settings.getState();
      const form = target.kind === "http" ? auth.of(target.url).form.getState() : emptyForm;
      const filled = Object.entries(form).filter(
        ([field, value]) => value !== emptyForm[field as keyof typeof emptyForm],
      );
      const { maskedAddress } = await loadEngine();
      const saved = await profiles.save(name, maskedAddress(target), {
        settings: { ...own, revision },
        authorization: Object.fromEntries(filled),
      });
      if (saved) records.rename(serverId, name);
      return saved;
    },
    async open(profile) {
      const content = await profiles.read(profile);
      serverSwitch.makeRoom();
      addressBar.choose(profile.address);
      // without its headers the requests would be those of another user
      if (!content) return;
      settings.adopt(connector.settingsKeyOf(profile.address));
      settings.change(content.settings);
      const parsed = parseTarget(profile.address);
      if (parsed.kind === "target" && parsed.target.kind === "http") {
        auth.of(parsed.target.url).form.change(content.authorization);
      }
      connector.connectPlain();
      nameWhenOpen(records, profile);
    },
  };
}

/** A command is opened once the user has confirmed it. */
function nameWhenOpen(records: ConnectionRecords, { name, address }: ServerProfile): void {
  const rename = () => {
    const { activeId = "", records: all } = records.getState();
    const record = all.get(activeId);
    if (!record) return false;
    if (record.address === address) records.rename(activeId, name);
    return true;
  };
  if (rename()) return;
  const stop = records.subscribe(() => {
    if (records.getState().activeId === undefined) return;
    stop();
    rename();
  });
}
