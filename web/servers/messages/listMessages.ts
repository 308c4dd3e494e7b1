/** Texts about the lists of a server. */
import type { ListSize } from "../store/catalog/queries.ts";

/** What a list is whose number of items is not known. */
export const listSizeTexts: Readonly<Record<Exclude<ListSize, number>, string>> = {
  reading: "…",
  failed: "not read",
  "not-declared": "not declared",
  "not-recorded": "not recorded",
  "not-asked": "not asked",
};
