/** Loads the code of connections when an address is typed, or with the first connection. */
import type { Engine } from "./engine.ts";

let loading: Promise<Engine> | undefined;

/**
 * Caches the module: each `import()`, also of a loaded module, settles in its own task, after those
 * that render.
 * @throws {TypeError} if the server of the page no longer responds
 */
export function loadEngine(): Promise<Engine> {
  loading ??= import("./engine.ts").then(
    ({ engine }) => engine,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
