/** Sentences about what is different for a server when this client connects as a known one. */
import type { ActedClient } from "../../clients/actAs.ts";
import type { CatalogClient } from "../../clients/clientCatalog.ts";
import type { PassedOn } from "../../clients/partSeen.ts";
import { countText } from "../../core/countText.ts";
import type { CapabilityName } from "../../protocol/clientCapabilities.ts";
import { registrationNames } from "../clientFindingText.ts";
import { durationText } from "../phrases.ts";

const passedOnTexts: Readonly<Record<PassedOn, string>> = {
  content: "content only",
  "structured-first": "structuredContent, and content only without it",
  "content-first": "content, and structuredContent only without it",
  both: "content and structuredContent",
};

const resourceTexts: Readonly<
  Record<NonNullable<CatalogClient["facts"]["resource"]>["value"], string>
> = {
  "must-match": "it refuses a resource that is not the address that was entered",
  "must-contain":
    "it refuses a resource that is neither the address that was entered nor a parent of it",
};

/** What of its sign-in and its network a server, or an authorization server, meets. */
function signInTexts({ facts }: CatalogClient): readonly string[] {
  const { registration, redirectUris, resource, network } = facts;
  const ways = registration?.value.filter((way) => way !== "none") ?? [];
  return [
    ...(registration && ways.length === 0 ? ["it cannot sign in"] : []),
    ...(ways.length > 0
      ? [`it registers by ${ways.map((way) => registrationNames[way]).join(" or ")}`]
      : []),
    ...(redirectUris ? [`it is sent back to ${redirectUris.value.join(" or ")}`] : []),
    ...(resource ? [resourceTexts[resource.value]] : []),
    ...(network?.value.public
      ? [
          `it connects from the internet${network.value.port === undefined ? "" : `, to port ${network.value.port} only`}`,
        ]
      : []),
  ];
}

const listText = new Intl.ListFormat("en", { type: "conjunction" });

/**
 * What the server sees otherwise, and what of the client is not imitated.
 * @param now the capabilities that are declared without it
 * @param then those that the client declares
 */
export function actedClientTexts(
  client: CatalogClient,
  { clientInfo, revision }: ActedClient,
  now: readonly CapabilityName[],
  then: readonly CapabilityName[],
): readonly string[] {
  const { modelGets, resultLimit, toolPages, callLimit, listChanged } = client.facts;
  const signIn = signInTexts(client);
  const more = then.filter((name) => !now.includes(name));
  const less = now.filter((name) => !then.includes(name));
  const limit = resultLimit?.value;
  const size =
    limit === undefined
      ? ""
      : `, up to ${"tokens" in limit ? countText(limit.tokens, "token") : countText(limit.characters, "character")}`;
  const notImitated = [
    ...(callLimit ? [`a call is given up after ${durationText(callLimit.value)}`] : []),
    ...(toolPages?.value === "first" ? ["only the first page of tools/list is read"] : []),
    ...(listChanged?.value === "ignored" ? ["“list changed” is ignored"] : []),
  ];
  return [
    `The server is told the name ${clientInfo.name} ${clientInfo.version}.`,
    ...(more.length > 0 ? [`Declared in addition: ${listText.format(more)}.`] : []),
    ...(less.length > 0 ? [`No longer declared: ${listText.format(less)}.`] : []),
    ...(more.length + less.length === 0 ? ["The same capabilities are declared."] : []),
    revision === undefined
      ? "The first request is server/discover."
      : `The first offer is revision ${revision}.`,
    ...(modelGets ? [`Of a result its model gets ${passedOnTexts[modelGets.value]}${size}.`] : []),
    ...(notImitated.length > 0 ? [`Not imitated: ${listText.format(notImitated)}.`] : []),
    ...(signIn.length > 0
      ? [`Sign-in and network, which stay those of MCP Playground: ${signIn.join("; ")}.`]
      : []),
  ];
}
