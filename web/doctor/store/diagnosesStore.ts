/** Holds the diagnosis of each server, made when the user asks for it. */
import { createStore } from "zustand/vanilla";
import type { Diagnosis, ProbeName } from "../../../shared/doctor/cause.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { Connection } from "../../servers/store/connections/connection.ts";
import { whenServerCloses } from "../../servers/store/server.ts";
import type { RunDiagnosisOptions } from "./runDiagnosis.ts";

/** A diagnosis of one connection: its server may have a newer one. */
export type DiagnosisState = { readonly connectionId: string } & (
  | { readonly kind: "running"; readonly probe: ProbeName | undefined }
  | { readonly kind: "done"; readonly diagnosis: Diagnosis }
  /** Its code could not be loaded. */
  | { readonly kind: "failed"; readonly reason: string }
);

/** By server id. */
export interface Diagnoses extends ReadableStore<ReadonlyMap<string, DiagnosisState>> {
  /**
   * Diagnoses a connection; nothing is sent before.
   * @param triesPaths whether the usual paths are tried where there is no server
   */
  diagnose(connection: Connection, triesPaths: boolean): Promise<void>;
  dismiss(serverId: string): void;
}

export function createDiagnoses(options: RunDiagnosisOptions): Diagnoses {
  const store = createStore<ReadonlyMap<string, DiagnosisState>>(() => new Map());
  const controls = new Map<string, AbortController>();
  const set = (serverId: string, state: DiagnosisState | undefined) => {
    const all = new Map(store.getState());
    if (state) all.set(serverId, state);
    else all.delete(serverId);
    store.setState(all, true);
  };
  whenServerCloses(options.servers, (id) => {
    controls.get(id)?.abort();
    set(id, undefined);
  });
  return {
    ...toReadable(store),
    async diagnose(connection, triesPaths) {
      const { id: connectionId, serverId } = connection;
      set(serverId, { connectionId, kind: "running", probe: undefined });
      const control = new AbortController();
      controls.set(serverId, control);
      // a newer connection, or a dismissal, replaces it
      const update = (state: DiagnosisState) => {
        if (store.getState().get(serverId)?.connectionId === connectionId) set(serverId, state);
      };
      try {
        const { runDiagnosis } = await import("./runDiagnosis.ts");
        const diagnosis = await runDiagnosis(options, connection, {
          triesPaths,
          signal: control.signal,
          onProbe: (probe) => update({ connectionId, kind: "running", probe }),
        });
        update({ connectionId, kind: "done", diagnosis });
      } catch (error) {
        update({ connectionId, kind: "failed", reason: String(error) });
      } finally {
        if (controls.get(serverId) === control) controls.delete(serverId);
      }
    },
    dismiss: (serverId) => set(serverId, undefined),
  };
}
