/** Loads the code of connections when an address is typed, or with the first connection. */
import type { Engine } from "./engine.ts";

let loading: Promise<Engine> | undefined;

/**
 * Remembers what it loaded: each `import()`, also of a module that is there, settles in a task of its
 * own, behind those that render.
 * @throws {TypeError} where whoever serves the page has gone
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
