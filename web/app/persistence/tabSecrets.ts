/** What the stored state of a tab leaves out because it is secret; a redirect to sign in keeps it, encrypted, for an hour. */

import type { Composition, Compositions } from "../../calls/store/composition.ts";
import type { EnteredServer, Server, ServersState } from "../../servers/store/server.ts";
import type { ServerSettings } from "../../servers/store/settings.ts";
import type { StoredAuthorization } from "../../signIn/store/authorizations.ts";

export interface ServerSecrets {
  readonly id: string;
  readonly settings: Pick<ServerSettings, "headers" | "environment" | "sessionId">;
  /** Of the URL. */
  readonly userinfo: string | undefined;
  /** The composer's messages with their headers. */
  readonly composition: Composition | undefined;
}

export interface TabSecrets {
  readonly servers: readonly ServerSecrets[];
  readonly authorizations: readonly StoredAuthorization[];
}

export function readTabSecrets(
  { open, entered }: Pick<ServersState, "open" | "entered">,
  compositions: Pick<Compositions, "getState">,
  authorizations: readonly StoredAuthorization[],
): TabSecrets {
  const secretsOf = (server: EnteredServer & Partial<Pick<Server, "target">>): ServerSecrets => {
    const { id, target } = server;
    const { headers, environment, sessionId } = server.settings;
    return {
      id,
      settings: { headers, environment, sessionId },
      userinfo: target?.kind === "http" ? target.userinfo : undefined,
      composition: compositions.getState().get(id),
    };
  };
  return { servers: [...open.values(), entered].map(secretsOf), authorizations };
}
