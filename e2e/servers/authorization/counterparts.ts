/** Starts authorization servers, and MCP servers that accept their tokens; the test that starts them stops them. */
import {
  type AssertionServer,
  type IdentityProvider,
  startAssertionServer,
  startIdentityProvider,
} from "./assertionIssuers.ts";
import { type LegacyAuthOptions, type LegacyAuthServer, startLegacyAuth } from "./legacyAuth.ts";
import {
  type OidcProviderOptions,
  type OidcProviderServer,
  startOidcProvider,
} from "./oidcProvider.ts";
import {
  type ProtectedServer,
  type ProtectedServerOptions,
  startProtectedServer,
} from "./protectedServer.ts";
import { type RogueAuth, startRogueAuth } from "./rogueAuth.ts";

export interface Counterparts {
  oidc(options?: OidcProviderOptions): Promise<OidcProviderServer>;
  protect(options: ProtectedServerOptions): Promise<ProtectedServer>;
  /** A new authorization server, and an MCP server that accepts its tokens. */
  pair(
    options?: OidcProviderOptions,
    more?: Partial<ProtectedServerOptions>,
  ): Promise<{
    readonly provider: OidcProviderServer;
    readonly server: ProtectedServer;
  }>;
  legacy(options?: LegacyAuthOptions): Promise<LegacyAuthServer>;
  /** An identity provider, an authorization server that trusts it, and an MCP server that accepts its tokens. */
  enterprise(): Promise<{
    readonly idp: IdentityProvider;
    readonly issuer: AssertionServer;
    readonly server: ProtectedServer;
  }>;
  rogue(): Promise<RogueAuth>;
}

/** @param keep stops a server when the test ends; `url` is any URL of it */
export function createCounterparts(
  keep: (server: { close(): Promise<void> }, url: string) => void,
): Counterparts {
  const oidc: Counterparts["oidc"] = async (options) => {
    const provider = await startOidcProvider(options);
    keep(provider, provider.issuer);
    return provider;
  };
  const protect: Counterparts["protect"] = async (options) => {
    const server = await startProtectedServer(options);
    keep(server, server.url);
    return server;
  };
  return {
    oidc,
    protect,
    async pair(options, more) {
      const provider = await oidc(options);
      return { provider, server: await protect({ authorizationServers: [provider], ...more }) };
    },
    async legacy(options) {
      const server = await startLegacyAuth(options);
      keep(server, server.url);
      return server;
    },
    async enterprise() {
      const idp = await startIdentityProvider();
      keep(idp, idp.issuer);
      const issuer = await startAssertionServer(idp);
      keep(issuer, issuer.issuer);
      return { idp, issuer, server: await protect({ authorizationServers: [issuer] }) };
    },
    async rogue() {
      const rogue = await startRogueAuth();
      keep(rogue, rogue.url("nothing"));
      return rogue;
    },
  };
}
