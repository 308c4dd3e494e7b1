/** How far authorization is at the server of the newest connection. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Progress } from "../stores/auth/engineOptions.ts";
import { useRuntime, useWorkspace } from "./RuntimeContext.tsx";

const none = createStore<Progress>(() => "none");

export function useAuthorizationProgress(): Progress {
  const { authorizations } = useRuntime();
  const target = useWorkspace((state) => state.connection?.target);
  return useStore(target?.kind === "http" ? authorizations.of(target.url).progress : none);
}
