/** Step 1: fetches the MCP server's protected resource metadata. */

import {
  type AuthorizationProblem,
  warning,
} from "../../protocol/failures/authorizationProblem.ts";
import { defaultIndicator } from "../discovery/canonicalResource.ts";
import { validateMetadataUrl, validateResourceMetadata } from "../discovery/resourceMetadata.ts";
import { parseScope } from "../discovery/scopes.ts";
import { withoutQuery } from "../discovery/urls.ts";
import { resourceMetadataUrls } from "../discovery/wellKnown.ts";
import { markedRequest } from "../flow/exchange.ts";
import type { StepContext, StepFunction } from "../flow/flowContext.ts";
import { findViolation } from "../flow/validated.ts";
import { confirmUrl } from "./confirmUrl.ts";

interface MetadataLocation {
  readonly url: string;
  readonly because: "challenge" | "well-known-path" | "well-known-root";
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery */
export const discoverResource: StepFunction = async (context) => {
  const { flowContext, step, options, settings } = context;
  const { serverUrl } = options;
  reportChallengeProblems(context);
  const tried: string[] = [];
  const locations = await findLocations(context);
  if ("code" in locations) return locations;
  for (const { url, because } of locations) {
    tried.push(withoutQuery(url));
    const validated = await context.attempt({
      purpose: "resource-metadata",
      request: markedRequest("GET", url, [["accept", "application/json"]]),
      validate: (answer) => validateResourceMetadata(answer, serverUrl),
      accept(metadata) {
        flowContext.resource = metadata;
        step.choose("resource-metadata-url", withoutQuery(url), because);
        chooseIndicator(context);
      },
    });
    const rejection = findViolation(validated.problems);
    if (validated.value && !rejection) return undefined;
    if (rejection?.code === "resource-mismatch") flowContext.mismatchedResource = validated.value;
    if (rejection && (validated.isDocument || rejection.code === "cancelled")) return rejection;
    // the challenge names this document: other locations may hold metadata of another resource
    const isNamed = because === "challenge" && settings.endpoints === undefined;
    if (rejection?.code === "unreachable" && isNamed) return rejection;
  }
  step.problem(warning("no-resource-metadata", "mcp-discovery", { tried: tried.join(" ") }));
  chooseIndicator(context);
  return undefined;
};

function reportChallengeProblems({ flowContext, step }: StepContext): void {
  const { status, challenge, challengeHeader, challengeProblems } = flowContext;
  for (const problem of challengeProblems) step.problem(problem);
  if (status === undefined) return;
  if (challengeHeader === undefined) {
    step.problem(warning("no-challenge", "bearer", { status }));
  } else if (!challenge) {
    step.problem(warning("no-challenge", "auth-scheme", { status, header: challengeHeader }));
  }
  if (parseScope(challenge?.parameters.get("scope")).includes("offline_access")) {
    step.problem(warning("offline-access-misplaced", "mcp-scopes", { place: "WWW-Authenticate" }));
  }
}

async function findLocations(
  context: StepContext,
): Promise<readonly MetadataLocation[] | AuthorizationProblem> {
  const { serverUrl } = context.options;
  const [first = "", ...others] = resourceMetadataUrls(serverUrl);
  const wellKnown: MetadataLocation[] =
    others.length === 0
      ? [{ url: first, because: "well-known-root" }]
      : [
          { url: first, because: "well-known-path" },
          ...others.map((url): MetadataLocation => ({ url, because: "well-known-root" })),
        ];
  const named = context.flowContext.challenge?.parameters.get("resource_metadata");
  if (named === undefined) return wellKnown;
  const validated = validateMetadataUrl(named, serverUrl);
  const rejection = findViolation(validated.problems);
  if (rejection) return rejection;
  const declined = await confirmUrl(context, "resource_metadata", named, serverUrl);
  if (declined) return declined;
  const rest = wellKnown.filter(({ url }) => url !== named);
  return [{ url: named, because: "challenge" }, ...rest];
}

/** Revisions without the `resource` parameter. */
const withoutIndicator: readonly (string | undefined)[] = ["2024-11-05", "2025-03-26"];

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#resource-parameter-implementation */
function chooseIndicator({ flowContext, step, settings, options }: StepContext): void {
  const named = flowContext.resource?.resource;
  if (settings.resource !== undefined) {
    flowContext.indicator = settings.resource || undefined;
    step.choose("resource", settings.resource, "settings");
  } else if (named !== undefined) {
    flowContext.indicator = named;
    step.choose("resource", named, "resource-metadata");
  } else if (!withoutIndicator.includes(options.revision())) {
    flowContext.indicator = defaultIndicator(options.serverUrl);
    step.choose("resource", flowContext.indicator, "canonical");
  }
}
