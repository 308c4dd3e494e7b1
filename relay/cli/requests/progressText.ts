/** Formats what a server reports while it works. */
import type { Progress } from "../../../shared/client/session/progress.ts";
import { escapeForTerminal } from "../terminal.ts";

/** For example `3/10 Reading files`. */
export function progressText({ progress, total, message }: Progress): string {
  const steps = total === undefined ? String(progress) : `${progress}/${total}`;
  return message === undefined ? steps : `${steps} ${escapeForTerminal(message)}`;
}
