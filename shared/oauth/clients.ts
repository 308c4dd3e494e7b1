/** What becomes of kept clients that their authorization server no longer knows. */
import type { ClientStore, RegisteredClient } from "./stores.ts";

/** Forgets a client, unless another one has taken its place. */
export async function forgetClient(clients: ClientStore, client: RegisteredClient): Promise<void> {
  const kept = await clients.read(client.issuer);
  if (kept?.clientId === client.clientId) await clients.remove(client.issuer);
}
