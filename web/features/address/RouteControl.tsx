/** Selects the route of HTTP requests: directly from the browser, or through the relay. */
import { useStore } from "zustand";
import { useAddress, useStores } from "../../hooks/StoresContext.tsx";
import { isHttpAddress } from "../../stores/servers/routes.ts";
import type { Settings } from "../../stores/servers/settings.ts";
import { Select } from "../../ui/fields/Select.tsx";

const choices = [
  { id: "direct" as const, label: "Direct" },
  { id: "relay" as const, label: "Relay" },
];

/** Shown for HTTP addresses when the relay can forward. */
export function RouteControl(props: { className?: string | undefined }) {
  const { connections, relay, servers } = useStores();
  const { settings } = servers;
  const { settingsKeyOf } = connections.connector;
  const address = useAddress();
  const route = useStore(settings, () => settings.of(settingsKeyOf(address)).route);
  const canForward = useStore(
    relay.access.state,
    (state) => state.kind === "connected" && state.forward !== "off",
  );
  if (!isHttpAddress(address) || (!canForward && route === "direct")) return null;
  return (
    <Select<Settings["route"]>
      label="Route"
      hideLabel
      choices={choices}
      value={route}
      onChange={(chosen) => {
        settings.adopt(settingsKeyOf(address), servers.addressBar.getState().isFromLink);
        settings.change({ route: chosen });
      }}
      className={props.className}
    />
  );
}
