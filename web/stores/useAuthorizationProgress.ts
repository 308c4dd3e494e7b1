/** The authorization of the server that the page shows, and its progress. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { activeServer, authorizedServer } from "../servers/store/server.ts";
import type { ServerAuthorization } from "../signIn/store/authorizations.ts";
import type { AuthorizationProgress } from "../signIn/store/engineOptions.ts";
import { useStores } from "./StoresContext.tsx";

const none = createStore<AuthorizationProgress>(() => "none");

export function useAuthorizationProgress(): AuthorizationProgress {
  const { auth, servers } = useStores();
  const progress = useStore(servers.all, (state) => {
    const server = activeServer(state);
    const target = server?.connection?.target;
    return server && target?.kind === "http" ? auth.of(server, target.url).progress : none;
  });
  return useStore(progress);
}

/** Undefined if the server is not reached over HTTP. */
export function useAuthorization(): ServerAuthorization | undefined {
  const { auth, servers } = useStores();
  return useStore(servers.all, (state) => {
    const authorized = authorizedServer(state);
    return authorized && auth.of(authorized.server, authorized.url);
  });
}
