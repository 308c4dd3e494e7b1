/** The settings of a server for components, with the function that changes them. */
import { useStore } from "zustand";
import { useStores } from "../../stores/StoresContext.tsx";
import { addressedServer, authorizedServer, shownServer } from "../store/server.ts";
import type { ServerSettings } from "../store/settings.ts";

interface OwnSettings {
  readonly settings: ServerSettings;
  readonly change: (settings: Partial<ServerSettings>) => void;
}

/** The settings of the server in the address bar. */
export function useAddressedSettings(): OwnSettings {
  return useSettings(addressedServer);
}

/** The settings of the server that the page shows. */
export function useShownSettings(): OwnSettings {
  return useSettings(shownServer);
}

/** The settings of an open server. */
export function useSettingsOf(serverId: string): OwnSettings {
  return useSettings((state) => state.open.get(serverId) ?? shownServer(state));
}

/** The settings of the server whose authorization the page shows. */
export function useAuthorizedSettings(): OwnSettings {
  return useSettings((state) => authorizedServer(state)?.server ?? shownServer(state));
}

function useSettings(select: typeof shownServer): OwnSettings {
  const { all } = useStores().servers;
  const { id, settings } = useStore(all, select);
  return { settings, change: (change) => all.change(id, change) };
}
