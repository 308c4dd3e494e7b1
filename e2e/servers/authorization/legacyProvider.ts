/** In-memory clients, codes and opaque tokens for the official authorization router. */
import { randomUUID } from "node:crypto";
import {
  type AuthInfo,
  type AuthorizationParams,
  InvalidGrantError,
  InvalidTokenError,
  type OAuthServerProvider,
} from "@modelcontextprotocol/server-legacy/auth";
import { consentPage } from "./signInPages.ts";

type Client = Parameters<OAuthServerProvider["authorize"]>[0];
type Tokens = Awaited<ReturnType<OAuthServerProvider["exchangeRefreshToken"]>>;

interface Granted {
  readonly clientId: string;
  readonly scopes: string[];
}

interface Asked extends AuthorizationParams {
  readonly client: Client;
}

export interface LegacyProvider extends OAuthServerProvider {
  /** Ends an authorization request as the user decided; returns where to redirect the browser. */
  decide(id: string, decision: "allow" | "deny"): URL | undefined;
  /** How many clients registered themselves. */
  registrations(): number;
}

/** @param accessTokenSeconds lifetime of access tokens */
export function createLegacyProvider(accessTokenSeconds: number): LegacyProvider {
  const clients = new Map<string, Client>();
  const asked = new Map<string, Asked>();
  const codes = new Map<string, Asked>();
  const access = new Map<string, AuthInfo>();
  const refresh = new Map<string, Granted>();

  const issue = ({ clientId, scopes }: Granted): Tokens => {
    const token = randomUUID();
    const refreshToken = randomUUID();
    const expiresAt = Date.now() / 1000 + accessTokenSeconds;
    access.set(token, { token, clientId, scopes, expiresAt });
    refresh.set(refreshToken, { clientId, scopes });
    return {
      access_token: token,
      token_type: "Bearer",
      expires_in: accessTokenSeconds,
      refresh_token: refreshToken,
      scope: scopes.join(" "),
    };
  };

  return {
    registrations: () => clients.size,
    clientsStore: {
      getClient: (id) => clients.get(id),
      registerClient(metadata) {
        const client = { ...metadata, client_id: randomUUID() };
        clients.set(client.client_id, client);
        return client;
      },
    },
    async authorize(client, params, response) {
      const id = randomUUID();
      asked.set(id, { client, ...params });
      const actions = { allow: `/consent/${id}/allow`, deny: `/consent/${id}/deny` };
      const name = client.client_name ?? client.client_id;
      response.send(consentPage(name, params.scopes ?? [], actions));
    },
    decide(id, decision) {
      const request = asked.get(id);
      if (!request) return undefined;
      asked.delete(id);
      const target = new URL(request.redirectUri);
      const put = (name: string, value: string | undefined) => {
        if (value !== undefined) target.searchParams.set(name, value);
      };
      if (decision === "allow") {
        const code = randomUUID();
        codes.set(code, request);
        put("code", code);
      } else {
        put("error", "access_denied");
      }
      put("state", request.state);
      put("iss", request.issuer);
      return target;
    },
    async challengeForAuthorizationCode(_, code) {
      const request = codes.get(code);
      if (!request) throw new InvalidGrantError("Unknown code");
      return request.codeChallenge;
    },
    async exchangeAuthorizationCode(client, code, _verifier, redirectUri) {
      const request = codes.get(code);
      codes.delete(code);
      if (request?.client.client_id !== client.client_id || request.redirectUri !== redirectUri) {
        throw new InvalidGrantError("The code is not for this");
      }
      return issue({ clientId: client.client_id, scopes: request.scopes ?? [] });
    },
    async exchangeRefreshToken(client, refreshToken) {
      const granted = refresh.get(refreshToken);
      refresh.delete(refreshToken);
      if (granted?.clientId !== client.client_id) throw new InvalidGrantError("Used or unknown");
      return issue(granted);
    },
    async verifyAccessToken(token) {
      const info = access.get(token);
      if (!info) throw new InvalidTokenError("Unknown token");
      return info;
    },
    async revokeToken(_, { token }) {
      access.delete(token);
      refresh.delete(token);
    },
  };
}
