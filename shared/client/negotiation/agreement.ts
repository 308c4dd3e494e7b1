/** What both sides agreed on, whichever way they came to it. */
import { getOwn } from "../../core/getOwn.ts";

/** What a peer says of itself. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

export interface Agreement {
  /** The revision the server speaks with us, known to us or not. */
  readonly revision: string;
  readonly serverInfo: Implementation;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions: string | undefined;
}

/**
 * Reads what a server tells of itself in the result of `initialize` or `server/discover`;
 * what is missing or odd is left out.
 * @param info what it calls itself: a member of the result, or of its `_meta`
 */
export function readAgreement(revision: string, result: unknown, info: unknown): Agreement {
  const name = getOwn(info, "name");
  const version = getOwn(info, "version");
  const title = getOwn(info, "title");
  const capabilities = getOwn(result, "capabilities");
  const instructions = getOwn(result, "instructions");
  const isRecord =
    typeof capabilities === "object" && capabilities !== null && !Array.isArray(capabilities);
  return {
    revision,
    serverInfo: {
      name: typeof name === "string" ? name : "",
      version: typeof version === "string" ? version : "",
      ...(typeof title === "string" ? { title } : {}),
    },
    capabilities: isRecord ? (capabilities as Record<string, unknown>) : {},
    instructions: typeof instructions === "string" ? instructions : undefined,
  };
}
