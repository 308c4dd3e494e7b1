/** The code that a connection needs and the empty page does not: client, transports, lists. */
import { createClient } from "../../../shared/client/client.ts";
import { createQueryClient } from "../catalog/queryClient.ts";
import { openTransport } from "./openTransport.ts";

export const engine = { createClient, openTransport, createQueryClient };

export type Engine = typeof engine;
