/** The authorization of the server that the page shows, and its progress. */
import { useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Observable } from "../../../shared/oauth/flow/flow.ts";
import { activeServer, authorizedServer } from "../../servers/store/server.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { emptyForm } from "../settings/authorizationForm.ts";
import type { AuthorizationEngine } from "../store/authorizationEngine.ts";
import type { ServerAuthorization } from "../store/authorizations.ts";
import type { AuthorizationProgress } from "../store/engineOptions.ts";

const none = createStore<AuthorizationProgress>(() => "none");

export function useAuthorizationProgress(): AuthorizationProgress {
  const { signIn, servers } = useStores();
  const progress = useStore(servers.all, (state) => {
    const server = activeServer(state);
    const target = server?.connection?.target;
    return server && target?.kind === "http" ? signIn.of(server, target.url).progress : none;
  });
  return useStore(progress);
}

/** Undefined if the server is not reached over HTTP. */
export function useAuthorization(): ServerAuthorization | undefined {
  const { signIn, servers } = useStores();
  return useStore(servers.all, (state) => {
    const authorized = authorizedServer(state);
    return authorized && signIn.of(authorized.server, authorized.url);
  });
}

const noForm = createStore(() => emptyForm);
const noEngine = createStore<AuthorizationEngine | undefined>(() => undefined);
const never = () => () => {};

function useObserved<T>(observable: Observable<T> | undefined): T | undefined {
  const get = () => observable?.get();
  return useSyncExternalStore(observable?.subscribe ?? never, get, get);
}

/** Whether there is more to show than settings: a flow, credentials, or something that was entered. */
export function useHasAuthorization(): boolean {
  const authorization = useAuthorization();
  const progress = useAuthorizationProgress();
  const form = useStore(authorization?.form ?? noForm);
  const { flow, grant } = useStore(authorization?.engine ?? noEngine)?.authorization ?? {};
  const state = useObserved(flow)?.state;
  const isGranted = useObserved(grant) !== undefined;
  const hasFlow = state !== undefined && state !== "idle";
  return hasFlow || isGranted || progress !== "none" || form !== emptyForm;
}
