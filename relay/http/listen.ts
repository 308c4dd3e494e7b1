/** Binds a server to an address and a port. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { errorCode } from "../errorCode.ts";

/**
 * Binds a server to exactly one address.
 * @param port 0 for any free port
 * @returns the bound port
 * @throws {Error} with the system's `code`, such as `EADDRINUSE`
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen({ host, port, exclusive: true });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Whether binding failed because the port is in use. */
export function isPortInUse(error: unknown): boolean {
  return errorCode(error) === "EADDRINUSE";
}
