/** Dependencies that every part of the demo server shares. */
import type { Clock } from "../core/clock.ts";
import type { DemoTasks } from "./demoTasks.ts";
import type { DemoState } from "./state.ts";

export interface DemoOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** The time of day. */
  readonly date: () => Date;
}

/** What both eras share. */
export interface Demo extends DemoOptions {
  readonly state: DemoState;
  readonly tasks: DemoTasks;
}

/** A message that was posted to the endpoint. */
export interface Posted {
  readonly request: Request;
  readonly text: string;
  /** The parsed text. */
  readonly message: unknown;
}
