/** Converts the profile of another client to settings of a server. */
import type { ActedClient } from "../../../shared/clients/actAs.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { asJsonObject, type JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { appExtension } from "../../../shared/protocol/appExtension.ts";
import {
  type CapabilityName,
  capabilityNames,
  type WithheldCapabilities,
} from "../../../shared/protocol/clientCapabilities.ts";
import { type Header, isHeaderNamed } from "../../../shared/protocol/headers.ts";
import { revisions } from "../../../shared/protocol/revisions.ts";
import { readClientProfile } from "../../../shared/recording/export/clientProfile.ts";
import type { ServerSettings } from "./settings.ts";

/** Headers that the transport or the browser sets. */
const platformHeaders =
  /^(?:accept|accept-.*|content-type|user-agent|origin|referer|sec-.*|cache-control|pragma|priority|dnt|cookie)$/i;

/**
 * @param text of a profile
 * @param headers those that are set already, which stay
 * @returns undefined if the text is no profile, or names no client
 */
export function settingsOfProfile(
  text: string,
  headers: readonly Header[],
): Partial<ServerSettings> | undefined {
  const profile = readClientProfile(text);
  const { name, version = "", title } = profile?.clientInfo ?? {};
  if (!profile || typeof name !== "string" || typeof version !== "string") return undefined;
  const { capabilities = {} } = profile;
  const added = profile.headers.filter(
    ([header]) =>
      !platformHeaders.test(header) && !headers.some((own) => isHeaderNamed(own, header)),
  );
  const revision = revisions.find((each) => each === profile.revision);
  return {
    actsAs: {
      clientInfo: {
        ...profile.clientInfo,
        name,
        version,
        ...(typeof title === "string" ? { title } : {}),
      },
      capabilities,
    },
    withheld: withheldBy(capabilities),
    headers: [...headers, ...added],
    ...(revision ? { revision } : {}),
  };
}

/** The same of a client of the catalogue; its revision is the one that is offered first. */
export function settingsOfClient({
  clientInfo,
  capabilities,
  revision,
}: ActedClient): Partial<ServerSettings> {
  return {
    actsAs: { clientInfo, capabilities },
    withheld: withheldBy(capabilities),
    revision: revision ?? "auto",
  };
}

/** The switches that are off for a client that declares these capabilities. */
export function withheldBy(capabilities: JsonObject): WithheldCapabilities {
  const { sampling, elicitation, roots, tasks } = capabilities;
  const extensions = asJsonObject(capabilities.extensions);
  const has = (of: unknown, member: string) => getOwn(of, member) !== undefined;
  const declared: Readonly<Record<CapabilityName, boolean>> = {
    sampling: sampling !== undefined,
    "sampling.tools": has(sampling, "tools"),
    "sampling.context": has(sampling, "context"),
    // without members, as before there were forms and URLs, it means forms
    "elicitation.form":
      elicitation !== undefined && (has(elicitation, "form") || !has(elicitation, "url")),
    "elicitation.url": has(elicitation, "url"),
    roots: roots !== undefined,
    tasks: tasks !== undefined || has(extensions, "io.modelcontextprotocol/tasks"),
    apps: has(extensions, appExtension),
  };
  return capabilityNames.filter((name) => !declared[name]);
}
