/** Switches for the capabilities that this client declares to a server. */
import { useStore } from "zustand";
import { useStores } from "../../../hooks/StoresContext.tsx";
import { useConnection } from "../../../hooks/useConnection.ts";
import { type CapabilityName, capabilityNames } from "../../../stores/requests/capabilities.ts";
import { Switch } from "../../../ui/fields/Switch.tsx";
import styles from "./ConnectionSettings.module.css";

const labels: Readonly<Record<CapabilityName, string>> = {
  sampling: "Sampling",
  "sampling.tools": "Sampling with tools",
  "sampling.context": "Sampling with context",
  "elicitation.form": "Elicitation by form",
  "elicitation.url": "Elicitation by URL",
  roots: "Roots",
  tasks: "Tasks extension",
};

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation */
export function CapabilityFields() {
  const { settings } = useStores().servers;
  const { withheld, roots } = useStore(settings);
  const { state } = useConnection();
  const isOff = (name: CapabilityName) =>
    name === "roots"
      ? roots.length === 0
      : name.startsWith("sampling.") && withheld.includes("sampling");
  const change = (name: CapabilityName, isOn: boolean) =>
    settings.change({
      withheld: isOn ? withheld.filter((other) => other !== name) : [...withheld, name],
    });
  return (
    <fieldset className={styles.group}>
      <legend>Declared capabilities</legend>
      <p className={styles.words}>{effectText(state)}</p>
      <div className={styles.row}>
        {capabilityNames.map((name) => (
          <Switch
            key={name}
            label={labels[name]}
            {...(name === "roots" && roots.length === 0
              ? { description: "Needs at least one root above." }
              : {})}
            isSelected={!withheld.includes(name) && !isOff(name)}
            isDisabled={isOff(name)}
            onChange={(isOn) => change(name, isOn)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** When a change takes effect depends on the era: the modern one declares with each request. */
function effectText(state: ReturnType<typeof useConnection>["state"]): string {
  if (state.kind !== "connected") return "A server may request only what is declared to it.";
  return state.client.session.era().kind === "modern"
    ? "A server may request only what is declared to it. A change takes effect with the next request."
    : "A server may request only what is declared to it. A change takes effect when you connect again.";
}
