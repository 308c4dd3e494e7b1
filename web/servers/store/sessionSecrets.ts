/** Lists the secrets that the user typed: into the settings of servers, and for saved calls. */
import { isHarmlessHeader } from "../../../shared/log/harmlessHeaders.ts";
import type { ServersState } from "./server.ts";
import type { ServerSettings } from "./settings.ts";

/** The values of variables and headers, and the session id. */
function secretsOfSettings({ headers, environment, sessionId }: ServerSettings): readonly string[] {
  const ofHeaders = headers.flatMap(([name, value]) => {
    if (isHarmlessHeader(name)) return [];
    const credentials = /^(?:Bearer|Basic|DPoP|Token|ApiKey|Key)\s+(\S.*)$/is.exec(value)?.[1];
    return credentials === undefined ? [value] : [value, credentials];
  });
  return [...environment.map(([, value]) => value), ...ofHeaders, sessionId];
}

/**
 * The same of all servers of the tab, with the settings of their connections: one server may show
 * what another one was given.
 */
export function secretsOfServers({
  open,
  entered,
  closed,
  sentSecrets,
}: Pick<ServersState, "open" | "entered" | "closed" | "sentSecrets">): readonly string[] {
  const applied = [...open.values()].flatMap((server) => server.applied ?? []);
  const settings = [...open.values(), entered, ...closed.values()].map((each) => each.settings);
  return [...new Set([...[...settings, ...applied].flatMap(secretsOfSettings), ...sentSecrets])];
}
