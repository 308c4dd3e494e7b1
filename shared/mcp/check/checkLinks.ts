/** Where in the specification a rule stands. */
import type { CheckedRevision } from "../messages/definitions.ts";
import { methods } from "../methods.ts";

const site = "https://modelcontextprotocol.io";

/** Definitions that the schema page does not show, because they are only built upon. */
const notOnPage = new RegExp(
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
 * @param revision whose specification
 * @param page path below the revision, such as `server/tools`, or from the site's root with a `/`
 */
export function specUrl(revision: CheckedRevision, page: string): string {
  return page.startsWith("/") ? site + page : `${site}/specification/${revision}/${page}`;
}

/** The page that says what every message must be. */
export function messagesPage(revision: CheckedRevision): string {
  return revision === "2024-11-05" ? "basic/messages" : "basic";
}

/**
 * The address where a definition is shown: the schema page, and before there was one, the page of
 * its method.
 */
export function definitionUrl(revision: CheckedRevision, definition: string): string {
  if (revision >= "2025-06-18") {
    const anchor = notOnPage.test(definition) ? "" : `#${definition.toLowerCase()}`;
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
