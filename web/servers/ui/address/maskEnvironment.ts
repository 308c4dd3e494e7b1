/** Moves `NAME=value` words in front of a command into the settings, where their values are masked. */
import { formatTarget, parseTarget } from "../../../../shared/config/target.ts";
import type { Stores } from "../../../stores/stores.ts";
import { addressedServer } from "../../store/server.ts";

export function maskEnvironment({ all, origins }: Stores["servers"]): void {
  const { id, address, source, settings } = addressedServer(all.getState());
  const parsed = parseTarget(address);
  if (parsed.kind !== "target" || parsed.target.kind !== "stdio" || !parsed.target.env) return;
  const { env } = parsed.target;
  if (source !== "person") {
    origins.note(Object.entries(env).map(([name, value]) => [name, [value]] as const));
  }
  const others = settings.environment.filter(([name]) => !Object.hasOwn(env, name));
  all.change(id, { environment: [...others, ...Object.entries(env)] });
  all.editCommand(id, formatTarget(parsed.target));
}
