/** Moves `NAME=value` words in front of a command into the settings, where their values are masked. */
import { formatTarget, parseTarget } from "../../../shared/config/target.ts";
import type { Stores } from "../../stores/stores.ts";

export function maskEnvironment({ addressBar, settings }: Stores["servers"]): void {
  const parsed = parseTarget(addressBar.getState().address);
  if (parsed.kind !== "target" || parsed.target.kind !== "stdio" || !parsed.target.env) return;
  settings.addVariables(parsed.target.env);
  addressBar.write(formatTarget(parsed.target));
}
