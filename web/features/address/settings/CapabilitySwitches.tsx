/** Switches for the capabilities that this client declares. */
import {
  type CapabilityName,
  capabilityNames,
  type WithheldCapabilities,
} from "../../../stores/requests/capabilities.ts";
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

/** @param props.hasRoots whether the server has roots, without which `roots` is not declared */
export function CapabilitySwitches(props: {
  readonly withheld: WithheldCapabilities;
  readonly hasRoots?: boolean;
  readonly onChange: (withheld: WithheldCapabilities) => void;
}) {
  const { withheld, hasRoots = true, onChange } = props;
  const isOff = (name: CapabilityName) =>
    name === "roots" ? !hasRoots : name.startsWith("sampling.") && withheld.includes("sampling");
  return (
    <div className={styles.row}>
      {capabilityNames.map((name) => (
        <Switch
          key={name}
          label={labels[name]}
          {...(name === "roots" && !hasRoots
            ? { description: "Needs at least one root above." }
            : {})}
          isSelected={!withheld.includes(name) && !isOff(name)}
          isDisabled={isOff(name)}
          onChange={(isOn) =>
            onChange(isOn ? withheld.filter((other) => other !== name) : [...withheld, name])
          }
        />
      ))}
    </div>
  );
}
