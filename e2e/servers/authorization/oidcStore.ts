/** In-memory storage adapter for oidc-provider. */
import type { Adapter, AdapterPayload } from "oidc-provider";

/** Creates the adapters of one provider, one per model. */
export function createOidcStore(): (kind: string) => Adapter {
  const all = new Map<string, AdapterPayload>();
  return (kind) => {
    const find = async (matches: (payload: AdapterPayload) => boolean) =>
      [...all].find(([key, payload]) => key.startsWith(`${kind}:`) && matches(payload))?.[1];
    return {
      upsert: async (id, payload) => void all.set(`${kind}:${id}`, payload),
      find: async (id) => all.get(`${kind}:${id}`),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (userCode) => find((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = all.get(`${kind}:${id}`);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void all.delete(`${kind}:${id}`),
      async revokeByGrantId(grantId) {
        for (const [key, payload] of all) if (payload.grantId === grantId) all.delete(key);
      },
    };
  };
}
