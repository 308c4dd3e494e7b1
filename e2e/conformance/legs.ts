/** The places and settings in which the client is judged. */
import { revisionSetting } from "./job.ts";
import { openStage, type Stage } from "./stage.ts";

export interface Leg {
  readonly name: string;
  /** The client as the suite starts it. */
  readonly command: string;
  /** Gets ready what all runs share. */
  open(): Promise<Stage>;
}

const command = "node e2e/conformance/client.ts";
const alone = (env: Stage["env"]) => async () => ({ env, close: async () => {} });

export const legs: readonly Leg[] = [
  { name: "node", command, open: alone({}) },
  // the page's own default: the client has to find the revision out
  { name: "auto", command, open: alone({ [revisionSetting]: "auto" }) },
  { name: "browser", command: "node e2e/conformance/browser.ts", open: openStage },
];
