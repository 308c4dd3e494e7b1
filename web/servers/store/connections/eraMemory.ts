/** Remembers the era of each server until the tab is closed. */
import type { EraMemory } from "../../../../shared/client/negotiation/negotiate.ts";
import type { Target } from "../../../../shared/config/target.ts";
import { membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { readJson, type TextStorage, writeJson } from "../../../platform/storedJson.ts";
import { storedAddress } from "./loadEngine.ts";

const key = "mcp-playground.eras";

/**
 * Creates the memory for one target, by origin for HTTP and by command for a process.
 * @see
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export function eraMemoryFor(storage: TextStorage, target: Target): EraMemory {
  const nameOf = () =>
    target.kind === "http" ? new URL(target.url).origin : storedAddress(target);
  const read = () => membersOf(readJson(storage, key));
  return {
    recall() {
      const name = nameOf();
      const era = Object.hasOwn(read(), name) ? read()[name] : undefined;
      return era === "legacy" || era === "modern" ? era : undefined;
    },
    remember(era) {
      const name = nameOf();
      const known = read();
      if (!Object.hasOwn(known, name) || known[name] !== era) {
        writeJson(storage, key, { ...known, [name]: era });
      }
    },
  };
}
