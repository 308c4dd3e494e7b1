/** The client capabilities that a server was told. */
import {
  capabilitiesText,
  requestCapabilitiesText,
} from "../../../../shared/protocol/clientCapabilities.ts";
import type { Server } from "../server.ts";

/**
 * As JSON. The handshake of the legacy era declares them once; each request of the modern era does.
 * @returns undefined if the handshake was that of an earlier page
 */
export function declaredText(
  { applied, settings }: Pick<Server, "applied" | "settings">,
  isModern: boolean,
): string | undefined {
  if (isModern) return requestCapabilitiesText(settings);
  return applied && capabilitiesText(applied);
}
