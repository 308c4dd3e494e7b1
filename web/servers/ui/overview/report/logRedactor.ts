/** Masks the secrets of all servers of the tab, and those of the log, in what is saved or copied. */
import type { EventLog } from "../../../../../shared/log/eventLog.ts";
import { addLogSecrets } from "../../../../../shared/recording/redaction/entrySecrets.ts";
import {
  createRedactor,
  type Redactor,
} from "../../../../../shared/recording/redaction/redactor.ts";
import type { ServersState } from "../../../store/server.ts";
import { secretsOfServers } from "../../../store/sessionSecrets.ts";

export async function createLogRedactor(servers: ServersState, log: EventLog): Promise<Redactor> {
  const redactor = createRedactor();
  for (const secret of secretsOfServers(servers)) redactor.addSecret(secret);
  await addLogSecrets(redactor, log);
  return redactor;
}
