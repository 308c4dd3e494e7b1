/** Maps outcomes to the glyphs of the page. */
import type { State } from "../../ui/primitives/StateGlyph.tsx";
import type { ShownOutcome } from "../store/verdictRows.ts";

const glyphs: Readonly<Record<ShownOutcome, State>> = {
  violation: "failed",
  warning: "warning",
  "could-not-run": "queued",
  passed: "ok",
  "not-applicable": "not-applicable",
};

export const glyphOf = (outcome: ShownOutcome): State => glyphs[outcome];
