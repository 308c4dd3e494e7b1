/**
 * Asks the user before a URL from metadata is used that leads to a private network or another host.
 */

import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import { isOtherHost, leadsToPrivateHost, withoutQuery } from "../discovery/urls.ts";
import type { StepContext } from "../flow/flowContext.ts";

/**
 * Confirms a URL from metadata before anything is sent to it.
 * @param member the metadata member that holds the URL
 * @param from the URL whose host is expected; undefined if any host is acceptable
 * @returns the problem if the user declined
 */
export async function confirmUrl(
  { options, confirm }: StepContext,
  member: string,
  url: string,
  from: string | undefined,
): Promise<AuthorizationProblem | undefined> {
  const { serverUrl } = options;
  if (leadsToPrivateHost(url, serverUrl)) {
    const isFine = await confirm({
      kind: "points-inward",
      member,
      url,
      from: withoutQuery(serverUrl),
    });
    if (!isFine) {
      return authorizationViolation("points-inward", "mcp-communication", { member, value: url });
    }
  }
  if (from !== undefined && isOtherHost(url, from)) {
    const isFine = await confirm({ kind: "other-host", member, url, from: withoutQuery(from) });
    if (!isFine) {
      return authorizationViolation("other-host-declined", "mcp-communication", {
        member,
        value: url,
      });
    }
  }
  return undefined;
}
