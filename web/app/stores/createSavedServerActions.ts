/** Saves an open server under a name, and enters a saved one beside the open ones. */
import { parseTarget } from "../../../shared/config/target.ts";
import { loadEngine } from "../../servers/store/connections/loadEngine.ts";
import { addressedServer } from "../../servers/store/server.ts";
import type { SavedServerActions, ServerProfiles } from "../../servers/store/serverProfiles.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import { emptyForm } from "../../signIn/settings/authorizationForm.ts";
import type { Authorizations } from "../../signIn/store/authorizations.ts";
import type { ViewStore } from "../../view/viewStore.ts";

interface SavedServerOptions {
  readonly servers: Servers;
  readonly profiles: ServerProfiles;
  readonly auth: Authorizations;
  readonly view: Pick<ViewStore, "showStart">;
}

export function createSavedServerActions(options: SavedServerOptions): SavedServerActions {
  const { servers, profiles, auth, view } = options;
  return {
    async save(serverId, name) {
      const server = servers.getState().open.get(serverId);
      if (!server) return false;
      const { target, settings } = server;
      const form = target.kind === "http" ? auth.of(server, target.url).form.getState() : emptyForm;
      const filled = Object.entries(form).filter(
        ([field, value]) => value !== emptyForm[field as keyof typeof emptyForm],
      );
      const { maskedAddress } = await loadEngine();
      const saved = await profiles.save(name, maskedAddress(target), {
        settings: { ...settings, sessionId: "" },
        authorization: Object.fromEntries(filled),
      });
      if (saved) servers.rename(serverId, name);
      return saved;
    },
    async enter(profile) {
      const { name, address } = profile;
      const content = await profiles.read(profile);
      view.showStart();
      servers.choose(address, { savedName: name });
      if (!content) return false;
      const server = addressedServer(servers.getState());
      servers.change(server.id, { ...servers.newSettings(address), ...content.settings });
      const parsed = parseTarget(address);
      if (parsed.kind === "target" && parsed.target.kind === "http") {
        auth.of(server, parsed.target.url).form.change(content.authorization);
      }
      return true;
    },
  };
}
