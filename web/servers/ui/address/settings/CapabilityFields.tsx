/** Switches for the capabilities that this client declares to a server. */
import { useConnection } from "../../../../stores/useConnection.ts";
import { useAddressedSettings } from "../../../../stores/useServerSettings.ts";
import { CapabilitySwitches } from "./CapabilitySwitches.tsx";
import styles from "./ConnectionSettings.module.css";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation */
export function CapabilityFields() {
  const { settings, change } = useAddressedSettings();
  const { withheld } = settings;
  const { state } = useConnection();
  return (
    <>
      <CapabilitySwitches withheld={withheld} onChange={(chosen) => change({ withheld: chosen })} />
      <p className={styles.words}>{effectText(state)}</p>
    </>
  );
}

/** When a change takes effect depends on the era: the modern one declares with each request. */
function effectText(state: ReturnType<typeof useConnection>["state"]): string {
  if (state.kind !== "connected") return "Declared to the server when it is connected.";
  return state.client.session.era().kind === "modern"
    ? "Declared with each request: a change takes effect with the next one."
    : "Declared in the handshake: a change takes effect when you connect again.";
}
