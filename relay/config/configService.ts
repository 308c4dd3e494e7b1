/** Sends pages the configured servers, and again when they change. */
import type { Configuration } from "../../shared/config/configured.ts";
import { mergeConfigurations } from "../../shared/config/mergeConfigurations.ts";
import type { ConfigRelayMessage } from "../../shared/relay/frames/configFrames.ts";
import type { FrameService } from "../ws/frameService.ts";

export interface ConfigurationReader {
  current(): Omit<ConfigRelayMessage, "kind">;
  /** Calls back after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/**
 * Creates the service.
 * @param servers those that the user named
 * @param find reads the files of other clients when a page asks for them
 */
export function createConfigService(
  servers: ConfigurationReader | undefined,
  find: (() => Configuration) | undefined,
): FrameService {
  return (page) => {
    let found: Configuration | undefined;
    const sendServers = () => {
      const named = servers?.current() ?? { servers: [], problems: [] };
      page.sendMessage({
        kind: "servers",
        ...named,
        ...(found ? mergeConfigurations([named, found]) : {}),
        ...(find ? { canFind: true } : {}),
      });
    };
    const leave = servers?.subscribe(sendServers) ?? (() => {});
    // an empty list tells the page that a name is none of a configured server
    sendServers();
    return {
      message({ kind }) {
        if (kind !== "find-servers") return false;
        if (find) {
          found = find();
          sendServers();
        }
        return true;
      },
      leave,
    };
  };
}
