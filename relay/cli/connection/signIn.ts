/** Signs in at the authorization server of a server: with stored tokens, or in the browser. */
import { systemClock } from "../../../shared/core/clock.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import type { AuthorizationSettings } from "../../../shared/oauth/authorizationSettings.ts";
import { createAuthorization } from "../../../shared/oauth/createAuthorization.ts";
import type { AuthorizationQuestion, PromptHandler } from "../../../shared/oauth/userPrompts.ts";
import type { Authorizer } from "../../../shared/transport/http/authorizer.ts";
import { hasDisplay, openBrowser } from "../openBrowser.ts";
import type { SecretMask } from "../secretMask.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { openCredentialFile } from "./credentialFile.ts";
import { listenForRedirect, type RedirectListener } from "./redirectListener.ts";

interface CreateSignInOptions {
  /** The file of stored credentials. */
  readonly path: string;
  readonly serverUrl: string;
  readonly revision: string;
  readonly fetch: typeof globalThis.fetch;
  readonly record: Recorder;
  readonly terminal: Terminal;
  /** Whether the browser is used without asking. */
  readonly isWanted: boolean;
  readonly mask: SecretMask;
}

export interface SignIn {
  readonly authorizer: Authorizer;
  close(): Promise<void>;
}

/**
 * Creates the authorizer of a connection. Stored tokens are used and renewed. Without one, and where
 * nobody asked for a sign-in or can be asked, a refusal of the server is its answer.
 */
export function createSignIn(options: CreateSignInOptions): SignIn {
  const { serverUrl, terminal, isWanted, mask } = options;
  const file = openCredentialFile(options.path);
  let redirects: RedirectListener | undefined;
  let consent: boolean | undefined;
  const settings = (): AuthorizationSettings => ({
    grantType: { kind: "authorization-code" },
    redirectUri: redirects?.redirectUri ?? "http://127.0.0.1/callback",
    clientName: "MCP Playground",
    dpop: "auto",
    withoutPkceAnnounced: false,
  });
  const authorization = createAuthorization({
    ...options,
    ...file,
    revision: () => (options.revision === "auto" ? undefined : options.revision),
    clock: systemClock,
    wallClock: Date.now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    newId: () => crypto.randomUUID(),
    settings,
    promptHandler: createPrompts({ terminal, mask }, async ({ url, state }, signal) => {
      terminal.note(`To sign in, open ${escapeForTerminal(url)}`);
      const remove = hasDisplay(process.env) ? await openBrowser(url) : () => {};
      try {
        return await redirects?.next(state, signal);
      } finally {
        remove();
      }
    }),
  });
  authorization.grant.subscribe(() => {
    const { accessToken, refreshToken, client } = authorization.grant.get() ?? {};
    for (const secret of [accessToken, refreshToken, client?.clientSecret]) {
      if (secret !== undefined) mask.addSecret(secret);
    }
  });
  const isAllowed = async () => {
    consent ??=
      isWanted || (await confirm(terminal, `${serverUrl} requires authorization. Sign in?`));
    if (consent) redirects ??= await listenForRedirect();
    return consent;
  };
  return {
    authorizer: {
      prepare: authorization.prepare,
      headersFor: authorization.headersFor,
      answered: authorization.answered,
      async refused(refusal) {
        const resume = refusal.pauseTimeouts();
        try {
          const isKnown = authorization.grant.get() !== undefined;
          return isKnown || (await isAllowed())
            ? await authorization.refused(refusal)
            : { kind: "none" };
        } finally {
          resume();
        }
      },
    },
    async close() {
      authorization.cancel();
      await redirects?.close();
    },
  };
}

function createPrompts(
  { terminal, mask }: Pick<CreateSignInOptions, "terminal" | "mask">,
  visit: PromptHandler["visit"],
): PromptHandler {
  const ask = async (question: string, signal: AbortSignal, isSecret = false) => {
    const answer = await terminal.ask?.(`${escapeForTerminal(question)} `, { signal, isSecret });
    return answer === "" ? undefined : answer;
  };
  return {
    visit,
    async chooseIssuer(issuers, signal) {
      for (const [index, issuer] of issuers.entries()) {
        terminal.note(`${index + 1} ${escapeForTerminal(issuer)}`);
      }
      const answer = await ask("Which authorization server?", signal);
      return issuers[Number(answer) - 1];
    },
    async enterClient({ issuer }, signal) {
      terminal.note(`${escapeForTerminal(issuer)} registers no clients by itself.`);
      const clientId = await ask("Client ID:", signal);
      if (clientId === undefined) return undefined;
      const clientSecret = await ask("Client secret (may be empty):", signal, true);
      if (clientSecret === undefined) return { clientId };
      mask.addSecret(clientSecret);
      return { clientId, clientSecret };
    },
    enterEndpoints: async () => undefined,
    confirm: (question, signal) => confirm(terminal, questionText(question), signal),
  };
}

async function confirm(
  { ask }: Terminal,
  question: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const answer = await ask?.(`${escapeForTerminal(question)} [y/N] `, signal ? { signal } : {});
  return /^y(es)?$/i.test(answer?.trim() ?? "");
}

function questionText(question: AuthorizationQuestion): string {
  switch (question.kind) {
    case "points-inward":
      return `${question.from} is public, but its ${question.member} is in a private network: ${question.url}. Use it?`;
    case "other-host":
      return `${question.member} of ${question.from} is on another host: ${question.url}. Use it?`;
    case "send-secret":
      return `Send the secret to ${question.url}, which ${question.from} chose?`;
    case "no-pkce":
      return `${question.issuer} does not announce PKCE. Continue?`;
    case "default-endpoints":
      return `${question.origin} has no metadata. Use the default endpoints of 2025-03-26?`;
  }
}
