/** Connects the authorization engine to the page: windows, prompts, stores and routed requests. */

import { isLoopbackHost } from "../../../shared/core/text/addresses.ts";
import type { Authorization } from "../../../shared/oauth/authorization.ts";
import { createAuthorization } from "../../../shared/oauth/createAuthorization.ts";
import { toLoopbackUrl } from "../../../shared/relay/page/pageHost.ts";
import type { EncryptedStore } from "../../platform/storage/encryptedStore.ts";
import { encryptedStoreOfPage, signInsOfPage } from "../../platform/storage/storesOfPage.ts";
import { createRedirects, type Redirects } from "./authorizationRedirects.ts";
import { type AuthorizationProgress, type EngineOptions, sealedKey } from "./engineOptions.ts";
import { createUserPrompts, type UserPrompts } from "./pagePrompts.ts";
import { createRoutedFetch } from "./routedFetch.ts";
import { authorizationSettings } from "./settingsOf.ts";
import { type CredentialStore, createCredentialStore } from "./storage/credentialStore.ts";
import { keepSignIn } from "./storage/storedSignIn.ts";

export interface AuthorizationEngine {
  readonly authorization: Authorization;
  readonly prompts: UserPrompts;
  readonly redirects: Redirects;
  readonly credentialStore: CredentialStore;
  /** The redirect URI. */
  readonly redirectUri: string;
  /** Cancels the flow in progress, if there is one. */
  cancel(): void;
  /** Encrypted storage for remembered credentials; undefined if this page cannot encrypt. */
  readonly encryptedStore: EncryptedStore | undefined;
}

export function createAuthorizationEngine(options: EngineOptions): AuthorizationEngine {
  const { serverUrl, serverId, form, progress, storage, base, clock } = options;
  const redirectUri = new URL("callback.html", toLoopbackUrl(base)).href;
  const encryptedStore = encryptedStoreOfPage(options);
  const signIns = signInsOfPage();
  const redirects = createRedirects({
    storage: options.tabStorage,
    window,
    keep: (visit) => keepSignIn(signIns, { visit, secrets: options.readSecrets() }),
    drop: async (state) => signIns?.remove(state).catch(() => undefined),
    serverId,
    saveTab: options.saveTab,
  });
  const prompts = createUserPrompts(redirects);
  const credentialStore = createCredentialStore({
    encryptedStore,
    locks: navigator.locks,
    onStoreChanged(isUsed) {
      if (isUsed) storage.setItem(sealedKey, "yes");
      else storage.removeItem(sealedKey);
    },
  });
  const authorization = createAuthorization({
    serverUrl,
    revision: () => options.revision(serverId()),
    fetch: createRoutedFetch({
      direct: options.fetch,
      relay: options.relayFetch,
      isRelayed(origin) {
        const { route, relayedOrigins } = form.getState();
        return route === "relay" || relayedOrigins.includes(origin);
      },
      isOnRoute: (origin) => options.isOnRoute(serverId(), origin),
      origin: new URL(base).origin,
    }),
    pageOrigin: new URL(base).origin,
    clock,
    wallClock: Date.now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    newId: options.newId,
    record: options.recorderFor(serverId),
    settings: () =>
      authorizationSettings(form.getState(), { redirectUri, ownMetadataUrl: ownMetadataUrl(base) }),
    clients: credentialStore.clients,
    bindings: credentialStore.bindings,
    grants: credentialStore.grants,
    promptHandler: prompts.promptHandler,
  });
  authorization.setStepwise(form.getState().isStepwise);
  form.subscribe(({ isStepwise }, before) => {
    if (isStepwise !== before.isStepwise) authorization.setStepwise(isStepwise);
  });
  authorization.flow.subscribe(() => {
    const next = progressOf(authorization);
    if (next !== progress.getState()) progress.report(next);
  });
  return {
    authorization,
    prompts,
    redirects,
    credentialStore,
    redirectUri,
    cancel() {
      redirects.cancel();
      if (authorization.flow.get().state === "running") authorization.cancel();
    },
    encryptedStore,
  };
}

function progressOf({ flow }: Authorization): AuthorizationProgress {
  const { state, steps } = flow.get();
  if (state === "failed" || steps.some((step) => step.state.kind === "failed")) return "failed";
  if (state !== "running") return "none";
  return steps.some((step) => step.state.kind === "needs") ? "needs-person" : "running";
}

/**
 * The published document is valid for the page it was published with, and for pages on loopback.
 */
function ownMetadataUrl(base: string): string | undefined {
  const published = __CLIENT_METADATA_URL__;
  if (published === undefined) return undefined;
  const page = new URL(base);
  const usual = isLoopbackHost(page.hostname) && page.port === "6280" && page.pathname === "/";
  return usual || new URL(".", base).href === new URL(".", published).href ? published : undefined;
}
