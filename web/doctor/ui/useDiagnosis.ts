/** Subscribes a component to the diagnosis of a connection. */
import { useStore } from "zustand";
import type { Connection } from "../../servers/store/connections/connection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import type { DiagnosisState } from "../store/diagnosesStore.ts";

/** Undefined without one: a diagnosis belongs to one attempt to connect. */
export function useDiagnosis(connection: Connection | undefined): DiagnosisState | undefined {
  return useStore(useStores().doctor, (all) => {
    const found = connection && all.get(connection.serverId);
    return found?.connectionId === connection?.id ? found : undefined;
  });
}
