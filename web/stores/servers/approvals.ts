/** Which commands the person agreed to start in this tab. */
import type { StdioTarget } from "../../../shared/config/target.ts";

export interface Approvals {
  has(target: StdioTarget): boolean;
  add(target: StdioTarget): void;
}

/** Remembers in memory while the tab lives; a change of anything that is started asks again. */
export function createApprovals(): Approvals {
  const approved = new Set<string>();
  return {
    has: (target) => approved.has(approvalKey(target)),
    add: (target) => {
      approved.add(approvalKey(target));
    },
  };
}

/**
 * What an approval is for: command, arguments, directory and environment. It contains the values of
 * variables, so it must stay in memory.
 */
export function approvalKey({ command, args, cwd, env }: StdioTarget): string {
  const variables = Object.entries(env ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([command, args, cwd ?? "", variables]);
}
