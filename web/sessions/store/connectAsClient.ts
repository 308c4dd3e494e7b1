/** Connects to the server of a recording as the client that was recorded. */
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { exportClientProfile } from "../../../shared/recording/export/clientProfile.ts";
import { settingsOfProfile } from "../../servers/store/adoptClient.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import { recordSession } from "./recordSession.ts";

interface ConnectAsClientOptions {
  readonly log: EventLog;
  readonly servers: Servers;
  readonly connect: () => void;
}

export async function connectAsClient(
  serverId: string,
  { log, servers, connect }: ConnectAsClientOptions,
): Promise<void> {
  const server = servers.getState().open.get(serverId);
  if (!server) return;
  const { recording } = await recordSession({
    log,
    server,
    servers: servers.getState(),
    choices: { excluded: new Set(), hasEvents: false, masked: [], keepsSecrets: false },
    head: { server: server.target },
  });
  const adopted = settingsOfProfile(exportClientProfile(recording), server.settings.headers);
  if (adopted) servers.change(serverId, adopted);
  connect();
}
