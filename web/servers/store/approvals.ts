/** Remembers which commands the user allowed to start in this tab. */
import type { StdioTarget } from "../../../shared/config/target.ts";

export interface Approvals {
  has(target: StdioTarget): boolean;
  add(target: StdioTarget): void;
}

/** Approvals in memory, for the lifetime of the page; any change of the command asks again. */
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
 * The key of an approval: command, arguments, directory and environment. It contains the values of
 * variables, so it must stay in memory.
 */
export function approvalKey({ command, args, cwd, env }: StdioTarget): string {
  const variables = Object.entries(env ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([command, args, cwd ?? "", variables]);
}
