/** Explains how a server is asked for log messages. */
import { logLevels } from "../../shared/protocol/logLevels.ts";
import type { RevisionTraits } from "../../shared/protocol/revisions.ts";

/** The levels that can be asked for, and `none` to ask for nothing. */
export const logLevelChoices = [
  { id: "none", label: "Server default" },
  ...logLevels.map((id) => ({ id, label: id })),
];

/**
 * @param era of the connected server; undefined if none is connected
 * @param isDeclared whether the server declares the capability `logging`
 */
export function logLevelText(era: RevisionTraits["era"] | undefined, isDeclared: boolean): string {
  if (era === undefined) {
    return "The level is asked for once a server is connected.";
  }
  const undeclared = isDeclared
    ? ""
    : " This server does not declare the capability logging, so it may send none.";
  if (era === "legacy") {
    return isDeclared
      ? "The level is sent to the server with logging/setLevel, now and after each change. Until then the server decides what it sends."
      : `The server is not told a level.${undeclared}`;
  }
  return `Each request names the level in its _meta (io.modelcontextprotocol/logLevel); the server sends nothing for a request without it.${undeclared} Log messages are deprecated in this revision: servers should write to standard error, or use OpenTelemetry.`;
}
