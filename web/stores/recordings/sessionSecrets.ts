/** Lists the secrets that the user typed into the settings of servers. */
import { isHarmlessHeader } from "../../../shared/log/harmlessHeaders.ts";
import type { ConnectionRecord } from "../connections/connectionRecords.ts";
import type { Settings } from "../servers/settings.ts";

type SecretSettings = Pick<Settings, "headers" | "environment" | "sessionId">;

/** The values of variables and headers, and the session id. */
export function secretsOfSettings(settings: SecretSettings | undefined): readonly string[] {
  if (!settings) return [];
  const { headers, environment, sessionId } = settings;
  const ofHeaders = headers.flatMap(([name, value]) => {
    if (isHarmlessHeader(name)) return [];
    const credentials = /^(?:Bearer|Basic|DPoP|Token|ApiKey|Key)\s+(\S.*)$/is.exec(value)?.[1];
    return credentials === undefined ? [value] : [value, credentials];
  });
  return [...environment.map(([, value]) => value), ...ofHeaders, sessionId];
}

/** The same of several servers: one server may show what another one was given. */
export function secretsOfRecords(
  records: Iterable<Pick<ConnectionRecord, "settings">>,
): readonly string[] {
  return [...records].flatMap(({ settings }) => secretsOfSettings(settings));
}
