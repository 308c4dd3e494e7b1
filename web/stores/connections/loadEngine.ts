/** Loads the code of connections when an address is typed, or with the first connection. */
import type { Engine } from "./engine.ts";

/** @throws {TypeError} where whoever serves the page has gone */
export async function loadEngine(): Promise<Engine> {
  const { engine } = await import("./engine.ts");
  return engine;
}
