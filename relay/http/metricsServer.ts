/** A separate HTTP server for monitoring: metrics, health and readiness. */
import express, { type Router } from "express";
import type { Logger } from "../logger.ts";
import type { RelayLimits } from "../relayLimits.ts";
import { type MetricsAddress, OptionError } from "../relayOptions.ts";
import { createErrorHandler, refuse } from "./errorResponses.ts";
import { isPortInUse, listen } from "./listen.ts";
import { createHttpServer } from "./loopbackListeners.ts";

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens the server. It needs no access control, because it serves nothing secret.
 * @throws {OptionError} when the port is in use
 * @throws {Error} with the system's `code` when the address cannot be bound
 */
export async function openMetricsServer(
  { host, port }: MetricsAddress,
  limits: RelayLimits,
  routes: Router,
  logger: Logger,
): Promise<MetricsServer> {
  const app = express();
  app.disable("x-powered-by");
  app.use("/api", routes);
  app.use((_request, response) => refuse(response, 404, "Not found."));
  app.use(createErrorHandler(logger));
  const server = createHttpServer(app, limits);
  const boundPort = await listen(server, host, port).catch((error: unknown) => {
    if (!isPortInUse(error)) throw error;
    throw new OptionError(`--metrics: port ${port} is in use by another program.`);
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}/api/metrics`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
