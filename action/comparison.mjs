/** Compares the reports and tools of a pull request with those of its base branch. */

/**
 * The findings of a report that an earlier one does not have, or has less often.
 * @param before undefined if there is none
 */
export function newVerdicts(report, before) {
  const known = new Map();
  for (const verdict of (before?.verdicts ?? []).filter(isFinding)) {
    const group = known.get(keyOf(verdict)) ?? [];
    known.set(keyOf(verdict), [...group, verdict.sentence]);
  }
  const take = (verdict, isSame) => {
    const group = known.get(keyOf(verdict)) ?? [];
    const at = group.findIndex((sentence) => isSame(sentence));
    if (at >= 0) group.splice(at, 1);
    return at >= 0;
  };
  // sentences may contain ids and times: what is worded as before is found first
  const reworded = report.verdicts
    .filter((verdict) => isFinding(verdict) && !verdict.isExpected)
    .filter((verdict) => !take(verdict, (sentence) => sentence === verdict.sentence));
  return reworded.filter((verdict) => !take(verdict, () => true));
}

function isFinding({ outcome }) {
  return outcome === "violation" || outcome === "warning";
}

function keyOf({ rule, outcome, subject = "", revision = "" }) {
  return JSON.stringify([rule, outcome, subject, revision]);
}

/**
 * What was added, removed or changed, with the members that differ; undefined if one side could not
 * be listed.
 * @param before the definitions of the tools
 */
export function changedTools(before, after) {
  if (!before || !after) return undefined;
  const former = byName(before);
  const current = byName(after);
  return {
    added: [...current.keys()].filter((name) => !former.has(name)),
    removed: [...former.keys()].filter((name) => !current.has(name)),
    changed: [...current].flatMap(([name, tool]) => {
      const members = former.has(name) ? differentMembers(former.get(name), tool) : [];
      return members.length === 0 ? [] : [{ name, members }];
    }),
  };
}

function byName(tools) {
  return new Map(tools.map((tool) => [String(tool.name), tool]));
}

function differentMembers(one, other) {
  const members = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...members].filter((member) => sortedJson(one[member]) !== sortedJson(other[member]));
}

/** JSON in which the order of members makes no difference. */
function sortedJson(value) {
  return JSON.stringify(value, (_, each) =>
    each !== null && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
