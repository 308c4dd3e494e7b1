/** Moves `NAME=value` words in front of a command into the settings, where their values are masked. */
import { formatTarget, parseTarget } from "../../../shared/config/target.ts";
import type { Stores } from "../../stores/stores.ts";

export function maskEnvironment({ addressBar, settings, origins }: Stores["servers"]): void {
  const { address, isPasted, isFromLink } = addressBar.getState();
  const parsed = parseTarget(address);
  if (parsed.kind !== "target" || parsed.target.kind !== "stdio" || !parsed.target.env) return;
  const { env } = parsed.target;
  if (isPasted || isFromLink) {
    origins.note(Object.entries(env).map(([name, value]) => [name, [value]] as const));
  }
  settings.addVariables(env);
  if (isPasted) addressBar.paste(formatTarget(parsed.target));
  else addressBar.write(formatTarget(parsed.target));
}
