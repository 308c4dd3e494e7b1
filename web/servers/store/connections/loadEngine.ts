/** Loads the code of connections when an address is typed, or with the first connection. */
import type { Target } from "../../../../shared/config/target.ts";
import type { ConnectionEngine } from "./connectionEngine.ts";

let loading: Promise<ConnectionEngine> | undefined;
let loaded: ConnectionEngine | undefined;

/**
 * Caches the module: each `import()`, also of a loaded module, settles in its own task, after those
 * that render.
 * @throws {TypeError} if the server of the page no longer responds
 */
export function loadEngine(): Promise<ConnectionEngine> {
  loading ??= import("./connectionEngine.ts").then(
    ({ engine }) => {
      loaded = engine;
      return engine;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * The code of a connection that exists.
 * @throws {Error} before the first connection
 */
export function loadedEngine(): ConnectionEngine {
  if (!loaded) throw new Error("The code of connections is not loaded");
  return loaded;
}

/**
 * The text form of the target of a connection, as it is stored: with placeholders for secrets.
 * @throws {Error} before the first connection, as what recognises secrets is loaded with it
 */
export function storedAddress(target: Target): string {
  return loadedEngine().maskedAddress(target);
}
