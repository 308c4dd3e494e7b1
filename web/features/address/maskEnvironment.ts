/** Moves `NAME=value` words in front of a command into the settings, where their values are masked. */
import { formatTarget, parseTarget } from "../../../shared/config/target.ts";
import type { Runtime } from "../../stores/connections/runtime.ts";

export function maskEnvironment({
  workspace,
  settings,
}: Pick<Runtime, "workspace" | "settings">): void {
  const parsed = parseTarget(workspace.getState().address);
  if (parsed.kind !== "target" || parsed.target.kind !== "stdio" || !parsed.target.env) return;
  const written = parsed.target.env;
  settings.setState(({ environment }) => ({
    environment: [
      ...environment.filter(([name]) => !Object.hasOwn(written, name)),
      ...Object.entries(written),
    ],
  }));
  workspace.setState({ address: formatTarget(parsed.target) });
}
