/** Message definitions of every revision. */
import type { Revision } from "../revisions.ts";
import { revision20241105 } from "./generated/revision20241105.ts";
import { revision20250326 } from "./generated/revision20250326.ts";
import { revision20250618 } from "./generated/revision20250618.ts";
import { revision20251125 } from "./generated/revision20251125.ts";
import { revision20260728 } from "./generated/revision20260728.ts";
import type { SchemaDefinitions } from "./schema.ts";

const all: Readonly<Record<Revision, SchemaDefinitions>> = {
  "2024-11-05": revision20241105,
  "2025-03-26": revision20250326,
  "2025-06-18": revision20250618,
  "2025-11-25": revision20251125,
  "2026-07-28": revision20260728,
};

export function definitionsOf(revision: Revision): SchemaDefinitions {
  return all[revision];
}
