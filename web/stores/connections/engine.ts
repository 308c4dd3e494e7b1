/** The code that a connection runs on and the empty page does without: client, transports, lists. */
import { createClient } from "../../../shared/client/client.ts";
import { createQueryClient } from "../catalog/queryClient.ts";
import { openTransport } from "./openTransport.ts";

export const engine = { createClient, openTransport, createQueryClient };

export type Engine = typeof engine;
