/** Sends pages the configured servers, and again when they change. */
import type { ConfigRelayMessage } from "../../shared/relay/frames/configFrames.ts";
import type { FrameService } from "../ws/frameService.ts";

/** The configured servers. */
export interface ConfiguredServers {
  current(): Omit<ConfigRelayMessage, "kind">;
  /** Calls back after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Creates the service; it handles no messages from pages. */
export function createConfigService(servers: ConfiguredServers): FrameService {
  return (page) => {
    const sendServers = () => page.sendMessage({ kind: "servers", ...servers.current() });
    const leave = servers.subscribe(sendServers);
    sendServers();
    return { message: () => false, leave };
  };
}
