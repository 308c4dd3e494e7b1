/** Asks before a document leads to where it should not. */

import { type Problem, violation } from "../../core/failures/authorizationProblem.ts";
import { isOtherHost, leadsToPrivateHost, withoutQuery } from "../discovery/urls.ts";
import type { StepContext } from "../flow/flowContext.ts";

/**
 * Looks at a URL out of a document before anything is sent there.
 * @param member what the document calls it
 * @param from the URL whose host it should be of; undefined where any host will do
 * @returns the problem, where it was declined
 */
export async function confirmUrl(
  { options, confirm }: StepContext,
  member: string,
  url: string,
  from: string | undefined,
): Promise<Problem | undefined> {
  const { serverUrl } = options;
  if (leadsToPrivateHost(url, serverUrl)) {
    const isFine = await confirm({
      kind: "points-inward",
      member,
      url,
      from: withoutQuery(serverUrl),
    });
    if (!isFine) {
      return violation("points-inward", "mcp-communication", { member, value: url });
    }
  }
  if (from !== undefined && isOtherHost(url, from)) {
    const isFine = await confirm({ kind: "other-host", member, url, from: withoutQuery(from) });
    if (!isFine) {
      return violation("other-host-declined", "mcp-communication", { member, value: url });
    }
  }
  return undefined;
}
