/** The authorizations of this tab, one for each URL and credentials; the engine is loaded when first needed. */
import { createStore } from "zustand/vanilla";
import type { Authorizer } from "../../../shared/transport/http/authorizer.ts";
import { memoizeSuccess } from "../../platform/memoizeSuccess.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { EnteredServer } from "../../servers/store/server.ts";
import {
  type AuthorizationForm,
  type AuthorizationFormStore,
  createAuthorizationForm,
  emptyForm,
} from "../settings/authorizationForm.ts";
import type { AuthorizationEngine } from "./authorizationEngine.ts";
import {
  type AuthorizationsOptions,
  createProgress,
  type EngineOptions,
  type ProgressStore,
  sealedKey,
} from "./engineOptions.ts";

export interface ServerAuthorization {
  /** Differs from that of every other authorization. */
  readonly key: string;
  /** The URL of the MCP endpoint. */
  readonly serverUrl: string;
  readonly form: AuthorizationFormStore;
  readonly progress: ProgressStore;
  /** For the transports of a server; sends nothing before it answers 401 or 403. */
  authorizerFor(serverId: string): Authorizer;
  /** The requests of the next flow take the route of this server, and are logged with it. */
  actFor(serverId: string): void;
  /** The engine, once it was loaded. */
  readonly engine: ReadableStore<AuthorizationEngine | undefined>;
  load(): Promise<AuthorizationEngine>;
}

/** Which authorization a server uses at its URL. */
type AuthorizedServer = Pick<EnteredServer, "id" | "credentials">;

/** The settings of an authorization, for the page after a redirect. */
export interface StoredAuthorization {
  readonly credentials: string;
  readonly url: string;
  readonly form: AuthorizationForm;
  readonly isRemembering: boolean;
}

export interface Authorizations {
  /** The authorization of a server, which servers with the same credentials and URL share. */
  of(server: AuthorizedServer, url: string): ServerAuthorization;
  /** Those in which the user has set something. */
  stored(): readonly StoredAuthorization[];
  restore(stored: readonly StoredAuthorization[]): Promise<void>;
}

interface TabAuthorizationsOptions extends AuthorizationsOptions {
  /** The secrets that the stored state leaves out, with those of the authorizations. */
  readonly readSecrets: (authorizations: readonly StoredAuthorization[]) => unknown;
}

export function createAuthorizations(options: TabAuthorizationsOptions): Authorizations {
  const all = new Map<string, ServerAuthorization & { readonly credentials: string }>();
  const of: Authorizations["of"] = ({ id, credentials }, url) => {
    const key = JSON.stringify([credentials, url]);
    const known = all.get(key);
    if (known) return known;
    const readSecrets = () => options.readSecrets(stored());
    const own = createServerAuthorization(key, url, id, { ...options, readSecrets });
    const made = { ...own, credentials };
    all.set(key, made);
    return made;
  };
  const isRemembering = ({ engine }: ServerAuthorization) =>
    engine.getState()?.credentialStore.isRemembering.getState() ?? false;
  const stored = () =>
    [...all.values()]
      .filter((each) => each.form.getState() !== emptyForm || isRemembering(each))
      .map((each) => ({
        credentials: each.credentials,
        url: each.serverUrl,
        form: each.form.getState(),
        isRemembering: isRemembering(each),
      }));
  return {
    of,
    stored,
    async restore(restored) {
      for (const { credentials, url, form, isRemembering } of restored) {
        const authorization = of({ id: credentials, credentials }, url);
        authorization.form.change(form);
        if (isRemembering) await (await authorization.load()).credentialStore.remember(true);
      }
    },
  };
}

/** @param firstServerId the server that asks for it first */
function createServerAuthorization(
  key: string,
  serverUrl: string,
  firstServerId: string,
  options: Omit<EngineOptions, "serverUrl" | "serverId" | "form" | "progress">,
): ServerAuthorization {
  let serverId = firstServerId;
  const form = createAuthorizationForm();
  const engine = createStore<AuthorizationEngine | undefined>(() => undefined);
  const progress = createProgress();
  const load = memoizeSuccess(async () => {
    const { createAuthorizationEngine } = await import("./authorizationEngine.ts");
    const made = createAuthorizationEngine({
      ...options,
      serverUrl,
      serverId: () => serverId,
      form,
      progress,
    });
    engine.setState(made, true);
    return made;
  });
  const loaded = () => engine.getState()?.authorization;

  return {
    key,
    serverUrl,
    form,
    progress,
    engine: toReadable(engine),
    load,
    actFor(id) {
      serverId = id;
    },
    authorizerFor: (id) => ({
      async prepare() {
        // Before the first refusal, only stored credentials can exist.
        if (!loaded() && options.storage.getItem(sealedKey) === null) return;
        await load().then(
          ({ authorization }) => authorization.prepare(),
          () => undefined,
        );
      },
      headersFor: (request) => loaded()?.headersFor(request) ?? [],
      answered: (request, head) => loaded()?.answered(request, head),
      async refused(refusal) {
        // The user set the Authorization header by hand.
        if (form.getState().way === "headers") return { kind: "none" };
        serverId = id;
        const resumeTimeouts = refusal.pauseTimeouts();
        try {
          const { authorization } = await load();
          // the server may have been closed meanwhile
          if (refusal.signal.aborted) return { kind: "none" };
          return await authorization.refused(refusal);
        } catch {
          return { kind: "none" };
        } finally {
          resumeTimeouts();
        }
      },
    }),
  };
}
