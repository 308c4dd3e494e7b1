/** Whether the browser lets this page speak to the machine that it runs on, or to its network. */
import { isLoopbackHost } from "../../../shared/core/addresses.ts";

/** `open`: the browser has no such gate for this page and this address. */
export type LocalPermission = "open" | "granted" | "denied" | "prompt";

/**
 * Asks the browser, never the person. A request that it denies looks to a page like one that nobody
 * answers, so this is to be asked first.
 * @param address whom the page wants to speak to
 * @param base where the page is from
 * @see https://wicg.github.io/local-network-access/#permission-prompts
 */
export async function localPermission(
  permissions: Pick<Permissions, "query"> | undefined,
  address: string,
  base: string,
): Promise<LocalPermission> {
  const { hostname, origin } = new URL(address);
  const page = new URL(base);
  // a page from this machine may speak to it whatever was decided: only outsiders pass the gate
  if (!permissions || origin === page.origin || isLoopbackHost(page.hostname)) return "open";
  const names = isLoopbackHost(hostname) ? ["loopback-network"] : ["local-network"];
  // browsers that have the one name for both kinds know no other
  for (const name of [...names, "local-network-access"]) {
    try {
      const { state } = await permissions.query({ name: name as PermissionName });
      return state;
    } catch {
      // a browser that does not know the name throws
    }
  }
  return "open";
}
