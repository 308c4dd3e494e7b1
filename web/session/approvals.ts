/** What the person agreed to in this tab: commands to start. */
import type { StdioTarget } from "../../shared/share/target.ts";

export interface Approvals {
  has(target: StdioTarget): boolean;
  add(target: StdioTarget): void;
}

/** Remembers while the tab lives; a changed argument, directory or variable name asks again. */
export function createApprovals(): Approvals {
  const agreed = new Set<string>();
  const keyOf = ({ command, args, cwd, env }: StdioTarget) =>
    JSON.stringify([command, args, cwd ?? "", Object.keys(env ?? {}).sort()]);
  return {
    has: (target) => agreed.has(keyOf(target)),
    add: (target) => {
      agreed.add(keyOf(target));
    },
  };
}
