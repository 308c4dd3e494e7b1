/** Selects the route of HTTP requests: directly from the browser, or through the relay. */
import { useStore } from "zustand";
import { useRuntime, useWorkspace } from "../../hooks/RuntimeContext.tsx";
import { isHttpAddress } from "../../stores/servers/routes.ts";
import type { Settings } from "../../stores/servers/settings.ts";
import { Select } from "../../ui/fields/Select.tsx";

const choices = [
  { id: "direct" as const, label: "Direct" },
  { id: "relay" as const, label: "Relay" },
];

/** Shown for HTTP addresses when the relay can forward. */
export function RouteControl(props: { className?: string | undefined }) {
  const { relay, settings, targetSettings } = useRuntime();
  const address = useWorkspace((state) => state.address);
  const route = useStore(settings, () => targetSettings.of(address).route);
  const canForward = useStore(
    relay.state,
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
        targetSettings.adopt(address);
        settings.setState({ route: chosen });
      }}
      className={props.className}
    />
  );
}
