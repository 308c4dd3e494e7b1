/** Builds the request to watch a server: the files of a command, or the port of a local server. */

import type { Target } from "../../../shared/config/target.ts";
import { isLoopbackAddress } from "../../../shared/core/text/addresses.ts";
import type { WatchRequest } from "../../../shared/relay/frames/watchFrames.ts";
import type { EditLoopSettings } from "../settings/editLoopSettings.ts";

/** The request for a server; undefined if it cannot be watched. */
export function watchRequestOf(
  target: Target,
  { paths, ignored }: EditLoopSettings,
): WatchRequest | undefined {
  if (target.kind === "stdio") {
    const { command, args, cwd } = target;
    return { kind: "files", command, args, ...(cwd ? { cwd } : {}), paths, ignored };
  }
  if (!isOnThisMachine(target)) return undefined;
  const { hostname, port, protocol } = new URL(target.url);
  const usual = protocol === "https:" ? 443 : 80;
  const host = hostname.replace(/^\[|\]$/g, "");
  return { kind: "port", host, port: Number(port) || usual, reportsGone: true };
}

/** Whether a server can be watched. */
export function isOnThisMachine(target: Target): boolean {
  if (target.kind === "stdio") return true;
  return isLoopbackAddress(new URL(target.url).hostname);
}
