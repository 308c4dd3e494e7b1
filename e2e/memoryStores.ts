/** Client, grant and binding stores in memory. */
import type {
  Binding,
  BindingStore,
  ClientStore,
  Grant,
  GrantStore,
  RegisteredClient,
} from "../shared/oauth/authorizationStores.ts";

/** Creates a store whose clients are lost with the page. */
export function createMemoryClients(): ClientStore {
  const clients = new Map<string, RegisteredClient>();
  return {
    read: async (issuer) => clients.get(issuer),
    async write(client) {
      clients.set(client.issuer, client);
    },
    async remove(issuer) {
      clients.delete(issuer);
    },
  };
}

/** Creates a store whose bindings are lost with the page. */
export function createMemoryBindings(): BindingStore {
  const bindings = new Map<string, readonly Binding[]>();
  return {
    read: async (resource) => bindings.get(resource) ?? [],
    async write(resource, next) {
      bindings.set(resource, next);
    },
    async remove(resource) {
      bindings.delete(resource);
    },
  };
}

/** Creates a store whose grants are lost with the page; its locks hold within the page only. */
export function createMemoryGrants(): GrantStore {
  const grants = new Map<string, Grant>();
  const queues = new Map<string, Promise<unknown>>();
  return {
    read: async (resource) => grants.get(resource),
    async write(grant) {
      grants.set(grant.resource, grant);
    },
    async remove(resource) {
      grants.delete(resource);
    },
    withLock(resource, work) {
      const result = (queues.get(resource) ?? Promise.resolve()).then(work, work);
      queues.set(resource, result);
      return result;
    },
  };
}
