/** The settings of the edit loop, which belong to a server. */
import { usuallyIgnored } from "../../../shared/relay/usuallyIgnored.ts";

export interface EditLoopSettings {
  /** Files, directories and globs; if empty, the relay chooses them. */
  readonly paths: readonly string[];
  readonly ignored: readonly string[];
  readonly callsAgain: boolean;
  /** Tools that are repeated although each call may have further effects. */
  readonly repeatedTools: readonly string[];
}

export const usualSettings: EditLoopSettings = {
  paths: [],
  ignored: usuallyIgnored,
  callsAgain: true,
  repeatedTools: [],
};
