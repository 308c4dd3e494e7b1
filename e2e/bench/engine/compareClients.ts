/** Runs the same work with each compared client in turn. */
import { openBare } from "./bare.ts";
import type { ComparedClient } from "./comparedClient.ts";
import { openOfficial } from "./official.ts";
import { openOurs } from "./ours.ts";

const openers = { bare: openBare, ours: openOurs, official: openOfficial };

export type Name = keyof typeof openers;

/** One call; times are in milliseconds on the clock of `performance`. */
export interface Run {
  readonly name: Name;
  readonly start: number;
  readonly ms: number;
}

export interface Work {
  readonly tool: string;
  /** Notifications that every call must receive. */
  readonly notifications: number;
  /** Measured runs of each client, besides warm-up runs. */
  readonly times: number;
  readonly warmUp: number;
  /** Whether each call uses a new client after a garbage collection. */
  readonly isHeavy: boolean;
}

const names = Object.keys(openers) as Name[];

/**
 * @param url the endpoint of the benchmark's server
 * @throws {Error} if a client did not receive everything
 */
export async function compareClients(url: string, work: Work): Promise<Run[]> {
  const open = (name: Name) => openers[name](url);
  const runs: Run[] = [];
  const clients = new Map<Name, ComparedClient>();
  for (let round = -work.warmUp; round < work.times; round++) {
    // Rotate the order, so that each client is first, second and third equally often.
    for (let turn = 0; turn < names.length; turn++) {
      const name = names.at((round + turn) % names.length) as Name;
      const client = clients.get(name) ?? (await open(name));
      if (!work.isHeavy) clients.set(name, client);
      if (work.isHeavy) await collectGarbage();
      const start = performance.now();
      const received = await client.call(work.tool);
      const ms = performance.now() - start;
      if (work.isHeavy) await client.close();
      if (received !== work.notifications) {
        throw new Error(`${name} received ${received} notifications of ${work.notifications}`);
      }
      if (round >= 0) runs.push({ name, start, ms });
    }
  }
  for (const client of clients.values()) await client.close();
  return runs;
}

/** Collects garbage if the platform allows it, and lets pending tasks run. */
async function collectGarbage(): Promise<void> {
  (globalThis as { gc?: () => void }).gc?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
