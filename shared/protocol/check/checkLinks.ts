/** Links findings to the specification. */

import { methods } from "../methods.ts";
import type { Revision } from "../revisions.ts";

const site = "https://modelcontextprotocol.io";

/** Definitions without an anchor on the schema page, because others only extend them. */
const notOnSchemaPage = new RegExp(
  `^(${[
    "BaseMetadata|CacheableResult|Icons|InputRequest|InputResponse|URLElicitationRequiredError",
    "(Client|Server)(Notification|Request|Result)",
    "(Notification|Request|PaginatedRequest)(Params)?|PaginatedResult",
    "ResourceContents|ResourceRequestParams|TaskAugmentedRequestParams",
  ].join("|")})$`,
);

/**
 * The address of a page of the specification.
 *
 * @param revision the specification's revision
 * @param page path below the revision, such as `server/tools`, or from the site's root with a `/`
 */
export function specUrl(revision: Revision, page: string): string {
  return page.startsWith("/") ? site + page : `${site}/specification/${revision}/${page}`;
}

/** The page with the rules for all messages. */
export function messagesPage(revision: Revision): string {
  return revision === "2024-11-05" ? "basic/messages" : "basic";
}

/**
 * The address that documents a definition: the schema page, or the page of its method in revisions
 * without a schema page.
 */
export function definitionUrl(revision: Revision, definition: string): string {
  if (revision >= "2025-06-18") {
    const anchor = notOnSchemaPage.test(definition) ? "" : `#${definition.toLowerCase()}`;
    return specUrl(revision, `schema${anchor}`);
  }
  const method = methods.find(
    (entry) => entry.definition === definition || entry.result === definition,
  );
  return specUrl(revision, method?.page ?? pageOfPart(definition) ?? messagesPage(revision));
}

function pageOfPart(definition: string): string | undefined {
  if (/Tool/.test(definition)) return "server/tools";
  if (/Prompt|Content$/.test(definition)) return "server/prompts";
  if (/Resource/.test(definition)) return "server/resources";
  if (/Sampling|^Model/.test(definition)) return "client/sampling";
  if (/^Root/.test(definition)) return "client/roots";
  if (/Capabilities|Implementation/.test(definition)) return "basic/lifecycle";
  return undefined;
}
