/** Message definitions of every revision, and the TypeScript types of the messages. */

import type { Revision } from "../revisions.ts";
import { revision20241105 } from "./generated/revision20241105.ts";
import { revision20250326 } from "./generated/revision20250326.ts";
import { revision20250618 } from "./generated/revision20250618.ts";
import { revision20251125 } from "./generated/revision20251125.ts";
import { revision20260728 } from "./generated/revision20260728.ts";
import type { Infer } from "./infer.ts";
import type { SchemaDefinitions } from "./schema.ts";

interface ByRevision {
  readonly "2024-11-05": typeof revision20241105;
  readonly "2025-03-26": typeof revision20250326;
  readonly "2025-06-18": typeof revision20250618;
  readonly "2025-11-25": typeof revision20251125;
  readonly "2026-07-28": typeof revision20260728;
}

const all: ByRevision & Readonly<Record<Revision, SchemaDefinitions>> = {
  "2024-11-05": revision20241105,
  "2025-03-26": revision20250326,
  "2025-06-18": revision20250618,
  "2025-11-25": revision20251125,
  "2026-07-28": revision20260728,
};

export type DefinitionName<R extends Revision = Revision> = R extends Revision
  ? keyof ByRevision[R]
  : never;

/** The type of a definition, by its name in the specification. */
export type Message<R extends Revision, N extends DefinitionName<R>> = Infer<
  ByRevision[R][N],
  ByRevision[R]
>;

/** All definitions of a revision, by name. */
export function definitionsOf(revision: Revision): SchemaDefinitions {
  return all[revision];
}

/** The names of a revision's definitions. */
export function definitionNames<R extends Revision>(revision: R): DefinitionName<R>[] {
  return Object.keys(all[revision]) as DefinitionName<R>[];
}
