/** Which scopes are asked for. */

/** Splits a scope value; what is there twice counts once. */
export function parseScope(scope: string | undefined): readonly string[] {
  return [...new Set((scope ?? "").split(/\s+/).filter((part) => part !== ""))];
}

/** All of both, in their order. */
export function mergeScopes(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

export interface ScopeSources {
  /** What the person wants to ask for. */
  readonly requested: string | undefined;
  readonly challenged: string | undefined;
  /** Of the protected resource's metadata. */
  readonly resourceScopes: readonly string[] | undefined;
  /** Of the authorization server's metadata. */
  readonly serverScopes: readonly string[] | undefined;
  /** What was asked for before, where more is needed now. */
  readonly before: readonly string[];
}

export interface ChosenScopes {
  readonly scopes: readonly string[];
  readonly because: "settings" | "challenge" | "resource-metadata" | "not-said" | "step-up";
  /** Whether offline_access was added, as the authorization server lists it. */
  readonly offline: boolean;
}

/**
 * Chooses by the specification's order: the challenge, else all that the resource lists, else none.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#scope-selection-strategy
 */
export function chooseScopes(sources: ScopeSources): ChosenScopes {
  const { requested, challenged, resourceScopes, serverScopes, before } = sources;
  const isStepUp = before.length > 0;
  if (requested !== undefined && requested.trim() !== "" && !isStepUp) {
    return { scopes: parseScope(requested), because: "settings", offline: false };
  }
  const isListed = serverScopes?.includes("offline_access") ?? false;
  const mayKeep = (scope: string) => scope !== "offline_access" || isListed;
  const asked = parseScope(challenged);
  const base = asked.length > 0 || isStepUp ? asked : (resourceScopes ?? []).filter(mayKeep);
  const scopes = mergeScopes(before, base);
  // without any other scope, asking for this one alone would leave out the server's defaults
  const offline = isListed && scopes.length > 0 && !scopes.includes("offline_access");
  return {
    scopes: offline ? [...scopes, "offline_access"] : scopes,
    because: isStepUp
      ? "step-up"
      : asked.length > 0
        ? "challenge"
        : base.length > 0
          ? "resource-metadata"
          : "not-said",
    offline,
  };
}
