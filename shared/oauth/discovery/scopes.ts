/** Chooses the scopes to request. */

/** Splits a scope value; duplicates are removed. */
export function parseScope(scope: string | undefined): readonly string[] {
  return [...new Set((scope ?? "").split(/\s+/).filter((part) => part !== ""))];
}

/** Merges lists in order; duplicates are removed. */
export function mergeScopes(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

export interface ScopeSources {
  readonly requested: string | undefined;
  readonly challenged: string | undefined;
  /** `scopes_supported` of the protected resource. */
  readonly resourceScopes: readonly string[] | undefined;
  /** `scopes_supported` of the authorization server. */
  readonly serverScopes: readonly string[] | undefined;
  /** Scopes requested before; not empty in a step-up. */
  readonly before: readonly string[];
}

interface ChosenScopes {
  readonly scopes: readonly string[];
  readonly because: "settings" | "challenge" | "resource-metadata" | "not-said" | "step-up";
  /** Whether `offline_access` was added because the authorization server lists it. */
  readonly offline: boolean;
}

/**
 * Chooses in the specification's order: the scopes of the challenge, else all that the resource lists, else none.
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
  // requesting only offline_access would replace the server's default scopes
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
