/** Says of a known client what a connection as this client declares. */
import type { JsonObject } from "../core/json/jsonObject.ts";
import type { Revision } from "../protocol/revisions.ts";
import type { CatalogClient } from "./clientCatalog.ts";

export interface ActedClient {
  readonly clientInfo: { readonly name: string; readonly version: string; readonly title?: string };
  readonly capabilities: JsonObject;
  /** The revision that it begins with; undefined if it asks for the server's revisions first. */
  readonly revision: Revision | undefined;
}

/** The version that is declared where no fact names one: servers expect some. */
const unknownVersion = "0.0.0";

/** @returns undefined if it is not known what the client calls itself, or what it declares */
export function actedClient({ facts }: CatalogClient): ActedClient | undefined {
  const { clientInfo, capabilities, revision, firstRequest } = facts;
  if (!clientInfo || !capabilities) return undefined;
  const { name, version = unknownVersion, title } = clientInfo.value;
  return {
    clientInfo: {
      name: name.replace("<server>", "server"),
      version,
      ...(title === undefined ? {} : { title }),
    },
    capabilities: capabilities.value,
    revision: firstRequest?.value === "server/discover" ? undefined : revision?.value,
  };
}
