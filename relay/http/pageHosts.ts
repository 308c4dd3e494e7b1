/** Chooses the host name of a local relay's page and its other port, and keeps them in the data directory. */
import { randomBytes, randomInt } from "node:crypto";
import { lookup } from "node:dns/promises";
import { join } from "node:path";
import { formatPageHost, isPageHost, pageHostBytes } from "../../shared/relay/page/pageHost.ts";
import { readOrCreateSecret } from "../store/privateFile.ts";

export interface PageHost {
  readonly name: string;
  /** Whether the relay uses its port for the first time. */
  readonly isNew: boolean;
}

/** Returns a new name. */
export function createPageHost(): PageHost {
  return { name: formatPageHost(randomBytes(pageHostBytes)), isNew: true };
}

/**
 * Reads the name for a port, because what the page stores belongs to name and port; creates it when
 * the relay uses the port for the first time. Other ports have other names.
 * @param folder the relay's data directory, created if missing
 * @throws {Error} when the file cannot be created or read, or contains no name
 */
export function readPageHost(folder: string, port: number): PageHost {
  const path = join(folder, `page-host-${port}`);
  const created = createPageHost().name;
  const name = readOrCreateSecret(path, Buffer.from(created)).toString();
  if (!isPageHost(name)) throw new Error(`${path} contains no host name: delete it`);
  return { name, isNew: name === created };
}

/** Ports that systems do not give to outgoing connections, and few programs use. */
const firstOtherPort = 10_000;
const lastOtherPort = 49_151;

/**
 * Reads a port for what browsers store by port; chooses a random one the first time.
 * @param name `page-port`: for browsers that do not resolve names below `.localhost`
 * @param folder the relay's data directory, created if missing
 * @throws {Error} when the file cannot be created or read, or contains no port
 */
export function readKeptPort(folder: string, name: "page-port" | "apps-port"): number {
  const path = join(folder, name);
  const fresh = String(randomInt(firstOtherPort, lastOtherPort + 1));
  const port = Number(readOrCreateSecret(path, Buffer.from(fresh)).toString());
  if (!(port >= firstOtherPort && port <= lastOtherPort)) {
    throw new Error(`${path} contains no port: delete it`);
  }
  return port;
}

/**
 * Whether all browsers of this system resolve names below `.localhost`. Chromium and Firefox do so
 * themselves; Safari asks the system, which answers since macOS 26.
 */
export async function resolvesPageHosts(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== "darwin") return true;
  return lookup(createPageHost().name).then(
    () => true,
    () => false,
  );
}
