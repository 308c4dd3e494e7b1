/** HTTP agents whose connections are checked, kept open and reused for one origin of one page. */
import type { AgentOptions, Agent as HttpAgent } from "node:http";
import type { Duplex } from "node:stream";
import type { OriginConsent } from "../../shared/relay/frames/httpFrames.ts";
import { Agent } from "../http/nodeHttp.ts";
import { type ConnectOptions, connectTo, type OutgoingConnectionFacts } from "./connect.ts";

const factsOfSockets = new WeakMap<Duplex, OutgoingConnectionFacts>();

/** How a connection of these agents was established. */
export function factsOf(socket: Duplex | null): OutgoingConnectionFacts | undefined {
  return socket ? factsOfSockets.get(socket) : undefined;
}

/**
 * Creates an agent for `http.request`. For https targets, its connections have already completed
 * the TLS handshake, so that the certificate is checked before anything is sent.
 */
export function createAgent(
  consent: OriginConsent,
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
