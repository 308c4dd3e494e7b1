/** The code that a connection needs and the empty page does not: client, transports, lists, and what recognises secrets. */
import { createClient } from "../../../shared/client/client.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import { createQueryClient } from "../catalog/queryClient.ts";
import { openTransport } from "./openTransport.ts";

export const engine = { createClient, openTransport, createQueryClient, maskedAddress };

export type Engine = typeof engine;
