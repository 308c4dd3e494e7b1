/** Creates a client that authorizes itself at real servers, with a simulated user who submits the pages. */
import { systemClock } from "../../shared/core/clock.ts";
import type { Authorization } from "../../shared/oauth/authorization.ts";
import type { AuthorizationSettings } from "../../shared/oauth/authorizationSettings.ts";
import type { ClientStore, GrantStore } from "../../shared/oauth/authorizationStores.ts";
import { createAuthorization } from "../../shared/oauth/createAuthorization.ts";
import type { PromptHandler } from "../../shared/oauth/userPrompts.ts";
import { createMemoryBindings, createMemoryClients, createMemoryGrants } from "../memoryStores.ts";
import { walk } from "../servers/authorization/headless.fixture.ts";
import { connectTo, type Engine } from "./engine.fixture.ts";

/** The redirect URI; nothing listens there, because the simulated user does not follow it. */
export const redirectUri = "http://127.0.0.1:9/callback";

export interface AuthorizedOptions {
  readonly url: string;
  readonly settings?: Partial<AuthorizationSettings>;
  readonly promptHandler?: Partial<PromptHandler>;
  readonly clients?: ClientStore;
  readonly grants?: GrantStore;
  /** 2025-11-25 by default. */
  readonly revision?: string;
}

export interface Authorized {
  readonly engine: Engine;
  readonly authorization: Authorization;
  /** The URLs that the user visited. */
  readonly visits: readonly string[];
}

/** Connects to a server that requires a token. */
export async function connectAuthorized(options: AuthorizedOptions): Promise<Authorized> {
  const { url, settings, promptHandler, revision = "2025-11-25" } = options;
  const visits: string[] = [];
  let authorization: Authorization | undefined;
  const engine = await connectTo(
    { url },
    {
      revision,
      authorizer(record) {
        authorization = createAuthorization({
          serverUrl: url,
          revision: () => revision,
          fetch: globalThis.fetch,
          clock: systemClock,
          wallClock: Date.now,
          randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
          newId: () => crypto.randomUUID(),
          record,
          settings: () => ({
            grantType: { kind: "authorization-code" },
            redirectUri,
            clientName: "Engine test",
            dpop: "auto",
            withoutPkceAnnounced: false,
            ...settings,
          }),
          bindings: createMemoryBindings(),
          clients: options.clients ?? createMemoryClients(),
          grants: options.grants ?? createMemoryGrants(),
          promptHandler: {
            async visit(visit) {
              visits.push(visit.url);
              return walk(visit.url, redirectUri);
            },
            chooseIssuer: async ([first]) => first,
            enterClient: async () => undefined,
            enterEndpoints: async () => undefined,
            // the credentials of these tests exist for their own authorization servers
            confirm: async ({ kind }) => kind === "send-secret",
            ...promptHandler,
          },
        });
        return authorization;
      },
    },
  );
  if (!authorization) throw new Error("The transport was not opened");
  return { engine, authorization, visits };
}
