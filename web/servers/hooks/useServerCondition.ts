/** The condition of servers, for components. */
import { useStore } from "zustand";
import { useStores } from "../../stores/StoresContext.tsx";
import { conditionOf, type ServerCondition } from "../store/connections/condition.ts";
import type { OpenServer } from "../store/connections/openServers.ts";
import { useConnection } from "./useConnection.ts";
import { useActiveId } from "./useOpenServers.ts";

/** The condition of an open server. */
export function useServerCondition({
  id,
  state,
}: Pick<OpenServer, "id" | "state">): ServerCondition {
  const recording = useStore(useStores().sessions.recordings, ({ opened }) => opened.get(id));
  return conditionOf(state, recording);
}

/** The condition of the server that the page shows. */
export function useShownCondition(): ServerCondition {
  const { servers } = useStores();
  const id = useActiveId();
  const { state } = useConnection();
  const hasOthers = useStore(
    servers.all,
    ({ open, entered }) => open.size > 0 && entered.source !== "link",
  );
  const condition = useServerCondition({ id: id ?? "", state });
  return id === undefined && hasOthers ? { kind: "new" } : condition;
}
