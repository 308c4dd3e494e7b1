/** Tells pages which servers the relay was started with, and when that changes. */
import type { ConfigRelayMessage } from "../../shared/relay/frames/configFrames.ts";
import type { FrameService } from "../ws/frameService.ts";

/** The servers at hand; read anew each time. */
export interface ConfiguredServers {
  current(): Omit<ConfigRelayMessage, "kind">;
  /** Calls back after each change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** The configured servers as a subject of sockets: pages only listen. */
export function createConfigService(servers: ConfiguredServers): FrameService {
  return (page) => {
    const sendMessage = () => page.sendMessage({ kind: "servers", ...servers.current() });
    const leave = servers.subscribe(sendMessage);
    sendMessage();
    return { message: () => false, leave };
  };
}
