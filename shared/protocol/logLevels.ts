/** The levels of log messages, lowest first. */

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#log-levels */
export const logLevels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

/** How severe a level is, from 0; -1 for one that the specification does not know. */
export function logSeverity(level: string): number {
  return (logLevels as readonly string[]).indexOf(level);
}
