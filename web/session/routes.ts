/** Which addresses there is more than one way to. */
import { parseTarget } from "../../shared/share/target.ts";

/** Whether a text in the address bar names a server over HTTP. */
export function isHttpAddress(address: string): boolean {
  return originOfAddress(address) !== undefined;
}

/** The origin of the server over HTTP that a text names; undefined for all else. */
export function originOfAddress(address: string): string | undefined {
  const parsed = parseTarget(address);
  if (parsed.kind !== "target" || parsed.target.kind !== "http") return undefined;
  return new URL(parsed.target.url).origin;
}
