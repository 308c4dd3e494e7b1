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

/** UTF-16 code units of a name or a version, and of a revision, which are shown in many places. */
const [maxNameLength, maxRevisionLength] = [1000, 100];

/**
 * Reads the result of `initialize` or `server/discover`; missing or invalid members are left out.
 * @param info the server info, a member of the result or of its `_meta`
 */
export function readAgreement(revision: string, result: unknown, info: unknown): Agreement {
  const text = (member: string) => {
    const value = getOwn(info, member);
    return typeof value === "string" ? value.slice(0, maxNameLength) : undefined;
  };
  const title = text("title");
  const icons = getOwn(info, "icons");
  const instructions = getOwn(result, "instructions");
  return {
    revision: revision.slice(0, maxRevisionLength),
    serverInfo: {
      name: text("name") ?? "",
      version: text("version") ?? "",
      ...(title === undefined ? {} : { title }),
      ...(Array.isArray(icons) ? { icons } : {}),
    },
    ...(isJsonObject(info) ? { receivedInfo: info } : {}),
    capabilities: membersOf(getOwn(result, "capabilities")),
    instructions: typeof instructions === "string" ? instructions : undefined,
  };
}
