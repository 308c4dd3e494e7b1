/** Selects the route of HTTP requests: directly from the browser, or through the relay. */
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { useAddressedSettings } from "../../hooks/useServerSettings.ts";
import { useAddress } from "../../hooks/useShownServer.ts";
import { isHttpAddress } from "../../store/routes.ts";
import type { ServerSettings } from "../../store/settings.ts";

const choices = [
  { id: "direct" as const, label: "Direct" },
  { id: "relay" as const, label: "Relay" },
];

/** Shown for HTTP addresses when the relay can forward. */
export function RouteControl() {
  const address = useAddress();
  const { settings, change } = useAddressedSettings();
  const { route } = settings;
  const canForward = useStore(
    useStores().relay.access.state,
    (state) => state.kind === "connected" && state.forward !== "off",
  );
  if (!isHttpAddress(address) || (!canForward && route === "direct")) return null;
  return (
    <Select<ServerSettings["route"]>
      label="Route"
      hideLabel
      isQuiet
      choices={choices}
      value={route}
      onChange={(chosen) => change({ route: chosen })}
    />
  );
}
