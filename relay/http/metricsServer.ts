/** An address for those who watch over the relay: its numbers, whether it is well, whether it is ready. */
import express, { type Router } from "express";
import type { Limits } from "../limits.ts";
import type { Logger } from "../logger.ts";
import { type MetricsAddress, OptionError } from "../relayOptions.ts";
import { createErrorHandler, refuse } from "./errorResponses.ts";
import { isTaken, listen } from "./listen.ts";
import { createHttpServer } from "./listeners.ts";

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Listens for scrapes and probes; answers nothing that would have to be guarded, to whoever can
 * reach the address.
 * @throws {OptionError} when the port is taken
 * @throws {Error} with the system's `code` when it cannot be had for another reason
 */
export async function openMetricsServer(
  { host, port }: MetricsAddress,
  limits: Limits,
  routes: Router,
  logger: Logger,
): Promise<MetricsServer> {
  const app = express();
  app.disable("x-powered-by");
  app.use("/api", routes);
  app.use((_request, response) => refuse(response, 404, "There is nothing at this address."));
  app.use(createErrorHandler(logger));
  const server = createHttpServer(app, limits);
  const got = await listen(server, host, port).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    throw new OptionError(`--metrics: port ${port} is taken by another program.`);
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${got}/api/metrics`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
