/** The places in which the client is judged. */
import { openStage, type Stage } from "./stage.ts";

export interface Leg {
  readonly name: string;
  /** The client as the suite starts it. */
  readonly command: string;
  /** Gets ready what all runs share. */
  open(): Promise<Stage>;
}

export const legs: readonly Leg[] = [
  {
    name: "node",
    command: "npm run --silent conformance:client --",
    open: async () => ({ env: {}, close: async () => {} }),
  },
  { name: "browser", command: "npm run --silent conformance:browser --", open: openStage },
];
