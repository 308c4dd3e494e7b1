/** Lists the environments and settings in which the client is tested. */

import { type BrowserHarness, openBrowserHarness } from "./browserHarness.ts";
import { revisionSetting } from "./job.ts";

export interface Leg {
  readonly name: string;
  /** Command with which the suite starts the client. */
  readonly command: string;
  readonly needsChromium?: boolean;
  /** Starts what all runs share. */
  open(): Promise<BrowserHarness>;
}

const command = "node e2e/conformance/client.ts";
const alone = (env: BrowserHarness["env"]) => async () => ({ env, close: async () => {} });

export const legs: readonly Leg[] = [
  { name: "node", command, open: alone({}) },
  // the page's default: the client detects the revision
  { name: "auto", command, open: alone({ [revisionSetting]: "auto" }) },
  {
    name: "browser",
    command: "node e2e/conformance/browser.ts",
    needsChromium: true,
    open: openBrowserHarness,
  },
];

/** The leg that tests what stands between client and server: the relay's forwarder and the tap. */
export const serverLeg = "forwarder";

export const legNames: readonly string[] = [...legs.map(({ name }) => name), serverLeg];
