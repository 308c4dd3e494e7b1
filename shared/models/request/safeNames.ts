/** Fits names and ids to a provider's rule, uniquely within one request. */
import type { SamplingRequest } from "./samplingRequest.ts";

/** A rule for names: the characters that must not occur, and the greatest length. */
interface NameRule {
  readonly forbidden: RegExp;
  readonly maximum: number;
}

interface SafeNames {
  send(name: string): string;
  /** The name that the server knows; a name that was not sent is returned unchanged. */
  restore(sent: string): string;
}

export interface RequestNames {
  readonly tools: SafeNames;
  readonly ids: SafeNames;
}

/**
 * Fits names to a rule. Names that fit stay unchanged; others never get one of theirs.
 * @param rule `forbidden` needs the flag `g`
 */
export function createSafeNames(names: Iterable<string>, rule: NameRule): SafeNames {
  const all = new Set(names);
  const bySent = new Map<string, string>();
  const byName = new Map<string, string>();
  const fits = (name: string) =>
    name !== "" && name.length <= rule.maximum && name.search(rule.forbidden) < 0;
  // one counter for each form, because many names of the same form would otherwise take quadratic
  // time
  const next = new Map<string, number>();
  for (const name of all) if (fits(name)) bySent.set(name, name);
  for (const name of all) {
    if (fits(name)) continue;
    const base = name.slice(0, rule.maximum).replaceAll(rule.forbidden, "_") || "_";
    let sent = base;
    for (let nth = next.get(base) ?? 2; bySent.has(sent); nth++) {
      const ending = `_${nth}`;
      sent = base.slice(0, rule.maximum - ending.length) + ending;
      next.set(base, nth + 1);
    }
    bySent.set(sent, name);
    byName.set(name, sent);
  }
  return {
    send: (name) => byName.get(name) ?? name,
    restore: (sent) => bySent.get(sent) ?? sent,
  };
}

/** The names of the tools that a request offers or shows in use. */
export function toolNamesOf(request: SamplingRequest): string[] {
  const used = request.messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "tool-use" ? [block.name] : [])),
  );
  return [...request.tools.map(({ name }) => name), ...used];
}

/** The ids of the tool uses that a request shows or answers. */
export function toolUseIdsOf(request: SamplingRequest): string[] {
  return request.messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === "tool-use" || block.kind === "tool-result" ? [block.id] : [],
    ),
  );
}
