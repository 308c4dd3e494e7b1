/** Compiles the checks of each revision's definitions on first use. */

import { definitionsOf } from "../messages/definitions.ts";
import type { Revision } from "../revisions.ts";
import { compile } from "./checkSchema.ts";
import type { Check, CheckRegistry } from "./checkVisit.ts";

/** `meant`: as the normative schema.ts says; `published`: as the schema.json derived from it says. */
type Standard = "meant" | "published";

const registries = new Map<string, CheckRegistry>();

/**
 * Returns the registry of a revision's definitions and their checks.
 * The published schema.json lost part of a few types (fractions, null), so messages are checked against
 * `meant`, and `checkDefinition` against `published`.
 */
export function registryOf(revision: Revision, standard: Standard): CheckRegistry {
  const key = `${revision} ${standard}`;
  const known = registries.get(key);
  if (known) return known;
  const definitions = new Map(Object.entries(definitionsOf(revision)));
  const checks = new Map<string, Check>();
  const registry: CheckRegistry = {
    schema: (name) => definitions.get(name),
    check(name) {
      const made = checks.get(name);
      if (made) return made;
      const schema = definitions.get(name);
      if (!schema) throw new Error(`${revision} has no definition ${name}`);
      const check = compile(schema, registry, standard === "published");
      checks.set(name, check);
      return check;
    },
  };
  registries.set(key, registry);
  return registry;
}
