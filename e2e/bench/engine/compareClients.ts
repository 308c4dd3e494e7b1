/** Runs the same work with each compared client in turn. */
import { openBare } from "./bare.ts";
import type { Contender } from "./contender.ts";
import { openOfficial } from "./official.ts";
import { openOurs } from "./ours.ts";

const openers = { bare: openBare, ours: openOurs, official: openOfficial };

export type Name = keyof typeof openers;

/** One call; times are in milliseconds on the clock of `performance`. */
export interface Take {
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
export async function contest(url: string, work: Work): Promise<Take[]> {
  const open = (name: Name) => openers[name](url);
  const takes: Take[] = [];
  const kept = new Map<Name, Contender>();
  for (let round = -work.warmUp; round < work.times; round++) {
    // Rotate the order, so that each client is first, second and third equally often.
    for (let turn = 0; turn < names.length; turn++) {
      const name = names.at((round + turn) % names.length) as Name;
      const contender = kept.get(name) ?? (await open(name));
      if (!work.isHeavy) kept.set(name, contender);
      if (work.isHeavy) await sweep();
      const start = performance.now();
      const received = await contender.call(work.tool);
      const ms = performance.now() - start;
      if (work.isHeavy) await contender.close();
      if (received !== work.notifications) {
        throw new Error(`${name} received ${received} notifications of ${work.notifications}`);
      }
      if (round >= 0) takes.push({ name, start, ms });
    }
  }
  for (const contender of kept.values()) await contender.close();
  return takes;
}

/** Collects garbage if the platform allows it, and lets pending tasks run. */
async function sweep(): Promise<void> {
  (globalThis as { gc?: () => void }).gc?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
