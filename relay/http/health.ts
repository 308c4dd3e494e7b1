/** The routes `health`, `ready` and `metrics`. */
import type { Router } from "express";
import { wireVersion } from "../../shared/relay/frames/frames.ts";
import type { LiveOffer } from "../../shared/relay/live/liveWire.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { ResolvedOptions } from "../relayOptions.ts";
import type { Store } from "../store/store.ts";
import { refuse } from "./errorResponses.ts";
import { metricsType } from "./metrics.ts";
import { createRouter } from "./router.ts";

interface HealthOptions {
  readonly version: string;
  readonly resolved: ResolvedOptions;
  readonly limits: Pick<
    RelayLimits,
    "blobBytes" | "blobMs" | "liveBytes" | "liveMs" | "liveViewers"
  >;
  readonly store: Store;
  readonly isDraining: () => boolean;
  /** Formats the metrics; omitted at the relay's own address, where everybody could read them. */
  readonly metrics?: () => string;
}

/**
 * Creates the routes `health` (the process responds), `ready` (its store responds and it is not
 * being stopped) and `metrics`.
 */
export function createHealthRoutes(options: HealthOptions): Router {
  const { version, resolved, limits, store, isDraining, metrics } = options;
  const { blobBytes: bytes, blobMs } = limits;
  const live: LiveOffer = {
    bytes: limits.liveBytes,
    seconds: Math.floor(limits.liveMs / 1000),
    viewers: limits.liveViewers,
  };
  const router = createRouter();

  router.get("/health", (_request, response) => {
    response.json({
      name: "mcp-playground",
      version,
      wire: wireVersion,
      sessions: resolved.sessions,
      ...(resolved.publicUrl && { publicUrl: resolved.publicUrl.href }),
      ...(resolved.blobs && { blobs: { bytes, seconds: Math.floor(blobMs / 1000) }, live }),
    });
  });

  router.get("/ready", async (_request, response) => {
    if (isDraining()) return refuse(response, 503, "The relay is being stopped.");
    // The store's error contains its address, so it must not be in the response.
    const answers = await store.ping().then(
      () => true,
      () => false,
    );
    if (answers) refuse(response, 200, "ready");
    else refuse(response, 503, "The relay's store does not answer.");
  });

  if (metrics) {
    router.get("/metrics", (_request, response) => {
      response.set("Content-Type", metricsType).send(metrics());
    });
  }
  return router;
}
