/** Reads the result of negotiation: revision, server info, capabilities and instructions. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject, type JsonObject, membersOf } from "../../core/json/jsonObject.ts";

/** Name and version of a client or server. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  /** As the server sent them. */
  readonly icons?: readonly unknown[];
}

export interface Agreement {
  /** The negotiated revision; may be one this client does not know. */
  readonly revision: string;
  readonly serverInfo: Implementation;
  /** The server info as received, with icons and the like; undefined if it is not an object. */
  readonly receivedInfo?: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
}

/**
 * Reads the result of `initialize` or `server/discover`; missing or invalid members are left out.
 * @param info the server info, a member of the result or of its `_meta`
 */
export function readAgreement(revision: string, result: unknown, info: unknown): Agreement {
  const name = getOwn(info, "name");
  const version = getOwn(info, "version");
  const title = getOwn(info, "title");
  const icons = getOwn(info, "icons");
  const instructions = getOwn(result, "instructions");
  return {
    revision,
    serverInfo: {
      name: typeof name === "string" ? name : "",
      version: typeof version === "string" ? version : "",
      ...(typeof title === "string" ? { title } : {}),
      ...(Array.isArray(icons) ? { icons } : {}),
    },
    ...(isJsonObject(info) ? { receivedInfo: info } : {}),
    capabilities: membersOf(getOwn(result, "capabilities")),
    instructions: typeof instructions === "string" ? instructions : undefined,
  };
}
