/** Switches for the capabilities that this client declares. */
import {
  type CapabilityName,
  capabilityNames,
  type WithheldCapabilities,
} from "../../../../../shared/protocol/clientCapabilities.ts";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import styles from "./ConnectionSettings.module.css";

const labels: Readonly<Record<CapabilityName, string>> = {
  sampling: "Sampling",
  "sampling.tools": "Sampling with tools",
  "sampling.context": "Sampling with context",
  "elicitation.form": "Elicitation by form",
  "elicitation.url": "Elicitation by URL",
  roots: "Roots",
  tasks: "Tasks",
  apps: "Apps",
};

export function CapabilitySwitches(props: {
  readonly withheld: WithheldCapabilities;
  readonly onChange: (withheld: WithheldCapabilities) => void;
}) {
  const { withheld, onChange } = props;
  const isOff = (name: CapabilityName) =>
    name.startsWith("sampling.") && withheld.includes("sampling");
  const switches = (names: readonly CapabilityName[]) => (
    <div className={styles.row}>
      {names.map((name) => (
        <Switch
          key={name}
          label={labels[name]}
          isSelected={!withheld.includes(name) && !isOff(name)}
          isDisabled={isOff(name)}
          onChange={(isOn) =>
            onChange(isOn ? withheld.filter((other) => other !== name) : [...withheld, name])
          }
        />
      ))}
    </div>
  );
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Input requests</legend>
        {switches(capabilityNames.filter(isInputRequest))}
      </fieldset>
      {switches(capabilityNames.filter((name) => !isInputRequest(name)))}
    </>
  );
}

/** What a server asks the user, or this client, while it handles a call. */
const isInputRequest = (name: CapabilityName) =>
  name === "roots" || name.startsWith("sampling") || name.startsWith("elicitation");
