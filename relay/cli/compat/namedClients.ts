/** Finds the clients that options name. */
import { type ActedClient, actedClient } from "../../../shared/clients/actAs.ts";
import { type CatalogClient, clientCatalog } from "../../../shared/clients/clientCatalog.ts";
import { findClients } from "../../../shared/clients/compat/judgeClients.ts";
import { CommandError } from "../exitCode.ts";
import { nearestName } from "../nearestName.ts";
import { escapeForTerminal } from "../terminal.ts";

/**
 * @param option the option that names them
 * @throws CommandError if one is not known
 */
export function clientsNamed(names: readonly string[], option = "--for"): readonly CatalogClient[] {
  const { found, unknown } = findClients(clientCatalog, names);
  const [name] = unknown;
  if (name === undefined) return found;
  const ids = clientCatalog.map(({ id }) => id);
  const near = nearestName(name, ids);
  const hint = near === undefined ? "compat --list prints all." : `Did you mean ${near}?`;
  throw new CommandError(escapeForTerminal(`${option} ${name} is no known client. ${hint}`));
}

/** @throws CommandError if it is not one client, or what it declares is not known */
export function clientOfName(name: string): ActedClient {
  const [client, other] = clientsNamed([name], "--as");
  if (client && !other) {
    const acted = actedClient(client);
    if (acted) return acted;
  }
  const ids = clientCatalog.filter(actedClient).map(({ id }) => id);
  const reason = other
    ? "means several clients"
    : "is a client of which it is not known what it declares";
  throw new CommandError(escapeForTerminal(`--as ${name} ${reason}. Known are ${ids.join(", ")}.`));
}
