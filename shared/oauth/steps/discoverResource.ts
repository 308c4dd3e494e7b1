/** Step 1: what the MCP server says of itself as a protected resource. */

import { type Problem, warning } from "../../core/failures/authorizationProblem.ts";
import { ownIndicator } from "../discovery/canonicalResource.ts";
import { judgeMetadataUrl, judgeResourceMetadata } from "../discovery/resourceMetadata.ts";
import { splitScope } from "../discovery/scopes.ts";
import { withoutQuery } from "../discovery/urls.ts";
import { resourceMetadataUrls } from "../discovery/wellKnown.ts";
import { markedRequest } from "../flow/exchange.ts";
import type { StepContext, TakeStep } from "../flow/flowContext.ts";
import { worst } from "../flow/validated.ts";
import { mayGo } from "./addresses.ts";

interface Place {
  readonly url: string;
  readonly because: "challenge" | "well-known-path" | "well-known-root";
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery */
export const discoverResource: TakeStep = async (run) => {
  const { course, step, options, settings } = run;
  const { serverUrl } = options;
  judgeChallenge(run);
  const tried: string[] = [];
  const places = await placesOf(run);
  if ("code" in places) return places;
  for (const { url, because } of places) {
    tried.push(withoutQuery(url));
    const judged = await run.attempt({
      purpose: "resource-metadata",
      request: markedRequest("GET", url, [["accept", "application/json"]]),
      judge: (answer) => judgeResourceMetadata(answer, serverUrl),
      accept(metadata) {
        course.resource = metadata;
        step.choose("resource-metadata-url", withoutQuery(url), because);
        chooseIndicator(run);
      },
    });
    const bad = worst(judged.problems);
    if (judged.value && !bad) return undefined;
    if (bad?.code === "resource-mismatch") course.suspect = judged.value;
    if (bad && (judged.isDocument || bad.code === "cancelled")) return bad;
    // the server says that the document is there: guessing its content would lead to the wrong place
    const isNamed = because === "challenge" && settings.endpoints === undefined;
    if (bad?.code === "unreachable" && isNamed) return bad;
  }
  step.problem(warning("no-resource-metadata", "mcp-discovery", { tried: tried.join(" ") }));
  chooseIndicator(run);
  return undefined;
};

/** What the refusal itself says, and whether it says it rightly. */
function judgeChallenge({ course, step }: StepContext): void {
  const { status, challenge, challengeHeader, challengeProblems } = course;
  for (const problem of challengeProblems) step.problem(problem);
  if (status === undefined) return;
  if (challengeHeader === undefined) {
    step.problem(warning("no-challenge", "bearer", { status }));
  } else if (!challenge) {
    step.problem(warning("no-challenge", "auth-scheme", { status, header: challengeHeader }));
  }
  if (splitScope(challenge?.parameters.get("scope")).includes("offline_access")) {
    step.problem(warning("offline-access-misplaced", "mcp-scopes", { place: "WWW-Authenticate" }));
  }
}

async function placesOf(run: StepContext): Promise<readonly Place[] | Problem> {
  const { serverUrl } = run.options;
  const [first = "", ...others] = resourceMetadataUrls(serverUrl);
  const wellKnown: Place[] =
    others.length === 0
      ? [{ url: first, because: "well-known-root" }]
      : [
          { url: first, because: "well-known-path" },
          ...others.map((url): Place => ({ url, because: "well-known-root" })),
        ];
  const named = run.course.challenge?.parameters.get("resource_metadata");
  if (named === undefined) return wellKnown;
  const judged = judgeMetadataUrl(named, serverUrl);
  const bad = worst(judged.problems);
  if (bad) return bad;
  const declined = await mayGo(run, "resource_metadata", named, serverUrl);
  if (declined) return declined;
  const rest = wellKnown.filter(({ url }) => url !== named);
  return [{ url: named, because: "challenge" }, ...rest];
}

/** Revisions that know no `resource` parameter. */
const withoutIndicator: readonly (string | undefined)[] = ["2024-11-05", "2025-03-26"];

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#resource-parameter-implementation */
function chooseIndicator({ course, step, settings, options }: StepContext): void {
  const named = course.resource?.resource;
  if (settings.resource !== undefined) {
    course.indicator = settings.resource || undefined;
    step.choose("resource", settings.resource, "settings");
  } else if (named !== undefined) {
    course.indicator = named;
    step.choose("resource", named, "resource-metadata");
  } else if (!withoutIndicator.includes(options.revision())) {
    course.indicator = ownIndicator(options.serverUrl);
    step.choose("resource", course.indicator, "canonical");
  }
}
