/** The authorization of each server in this tab; the engine is loaded when first needed. */
import { createStore } from "zustand/vanilla";
import type { Authorizer } from "../../../shared/transport/http/authorizer.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { Engine } from "./engine.ts";
import {
  type AuthorizationsOptions,
  createProgress,
  type ProgressStore,
  sealedKey,
} from "./engineOptions.ts";
import { type AuthorizationFormStore, createAuthorizationForm } from "./form.ts";

export interface ServerAuthorization {
  /** The URL of the MCP endpoint. */
  readonly serverUrl: string;
  readonly form: AuthorizationFormStore;
  readonly progress: ProgressStore;
  /** For transports; sends nothing before a server answers 401 or 403. */
  readonly authorizer: Authorizer;
  /** The engine, once it was loaded. */
  readonly engine: ReadableStore<Engine | undefined>;
  load(): Promise<Engine>;
}

export interface Authorizations {
  /** The authorization of a server; one per server and tab. */
  of(serverUrl: string): ServerAuthorization;
}

export function createAuthorizations(options: AuthorizationsOptions): Authorizations {
  const all = new Map<string, ServerAuthorization>();
  return {
    of(serverUrl) {
      const known = all.get(serverUrl);
      if (known) return known;
      const made = createServerAuthorization(serverUrl, options);
      all.set(serverUrl, made);
      return made;
    },
  };
}

function createServerAuthorization(
  serverUrl: string,
  options: AuthorizationsOptions,
): ServerAuthorization {
  const form = createAuthorizationForm();
  const engine = createStore<Engine | undefined>(() => undefined);
  const progress = createProgress();
  let loading: Promise<Engine> | undefined;

  const load = () => {
    loading ??= import("./engine.ts")
      .then(({ createEngine }) => {
        const made = createEngine({ ...options, serverUrl, form, progress });
        engine.setState(made, true);
        return made;
      })
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
  const loaded = () => engine.getState()?.authorization;

  return {
    serverUrl,
    form,
    progress,
    engine: toReadable(engine),
    load,
    authorizer: {
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
        const resumeTimeouts = refusal.pauseTimeouts();
        try {
          const { authorization } = await load();
          return await authorization.refused(refusal);
        } catch {
          return { kind: "none" };
        } finally {
          resumeTimeouts();
        }
      },
    },
  };
}
