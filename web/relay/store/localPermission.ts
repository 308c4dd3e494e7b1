/** Reads the browser's permission for requests to this machine or the local network. */
import { isLoopbackHost } from "../../../shared/core/text/addresses.ts";

/** `open`: no permission is needed for this page and address. */
export type LocalPermission = "open" | "granted" | "denied" | "prompt";

/**
 * Queries the permission without prompting the user. A denied request looks like a server that is
 * not running, so query this first.
 * @param address the URL that the page wants to request
 * @param base the URL of the page
 * @see https://wicg.github.io/local-network-access/#permission-prompts
 */
export async function localPermission(
  permissions: Pick<Permissions, "query"> | undefined,
  address: string,
  base: string,
): Promise<LocalPermission> {
  const { hostname, origin } = new URL(address);
  const page = new URL(base);
  // Pages from this machine need no permission: it protects against public pages only.
  if (!permissions || origin === page.origin || isLoopbackHost(page.hostname)) return "open";
  const names = isLoopbackHost(hostname) ? ["loopback-network"] : ["local-network"];
  // Browsers with a single permission name for both address spaces.
  for (const name of [...names, "local-network-access"]) {
    try {
      const { state } = await permissions.query({ name: name as PermissionName });
      return state;
    } catch {
      // Browsers throw for unknown permission names.
    }
  }
  return "open";
}
