/** The code that a connection needs and the empty page does not: client, transports, lists, and what recognises secrets and icons that are slow to draw. */
import { createClient } from "../../../../shared/client/client.ts";
import { createTraceContext } from "../../../../shared/client/traceContext.ts";
import { isSimpleIcon } from "../../../../shared/core/text/simpleSvg.ts";
import { maskedAddress } from "../../../../shared/recording/maskTarget.ts";
import { createQueryClient } from "../catalog/queryClient.ts";
import { createAvailability } from "./availability.ts";
import { openTransport } from "./openTransport.ts";

export const engine = {
  createClient,
  createTraceContext,
  openTransport,
  createAvailability,
  createQueryClient,
  maskedAddress,
  isSimpleIcon,
};

export type ConnectionEngine = typeof engine;
