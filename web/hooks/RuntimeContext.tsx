/** Hands the tab's runtime to the components. */
import { createContext, type ReactNode, useContext } from "react";
import { useStore } from "zustand";
import type { Runtime } from "../stores/connections/runtime.ts";
import type { WorkspaceState } from "../stores/view/workspace.ts";

const RuntimeContext = createContext<Runtime | undefined>(undefined);

export function RuntimeProvider(props: { runtime: Runtime; children: ReactNode }) {
  return <RuntimeContext value={props.runtime}>{props.children}</RuntimeContext>;
}

/** @throws {Error} outside of a {@link RuntimeProvider} */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error("useRuntime needs a RuntimeProvider around it");
  return runtime;
}

/** One value of the workspace, kept current. */
export function useWorkspace<T>(select: (state: WorkspaceState) => T): T {
  return useStore(useRuntime().workspace, select);
}
