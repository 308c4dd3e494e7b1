/** The connections to one origin, as one page has agreed to it: kept open and used again. */
import type { AgentOptions, Agent as HttpAgent } from "node:http";
import type { Duplex } from "node:stream";
import type { Agreement } from "../../shared/relay/frames/httpFrames.ts";
import { Agent } from "../http/nodeHttp.ts";
import { type ConnectionFacts, type ConnectOptions, connectTo } from "./connect.ts";

const factsOfSockets = new WeakMap<Duplex, ConnectionFacts>();

/** How a connection of ours came about. */
export function factsOf(socket: Duplex | null): ConnectionFacts | undefined {
  return socket ? factsOfSockets.get(socket) : undefined;
}

/**
 * Makes an agent for plain `http.request`; that of https targets brings its own TLS, so that the
 * certificate is judged before anything is sent.
 */
export function createAgent(
  consent: Agreement,
  connectOptions: ConnectOptions,
  options: AgentOptions,
): HttpAgent {
  const agent = new Agent(options);
  agent.createConnection = (_options, created) => {
    connectTo(consent, connectOptions).then(
      ({ socket, facts }) => {
        factsOfSockets.set(socket, facts);
        created?.(null, socket);
      },
      (error: Error) => created?.(error, undefined as unknown as Duplex),
    );
    return undefined;
  };
  return agent;
}
