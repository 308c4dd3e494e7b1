/** The state of a row: a sign alone, or a chip with a word. */
import { type State, StateGlyph } from "../../../../ui/primitives/StateGlyph.tsx";
import { VisuallyHidden } from "../../../../ui/VisuallyHidden.tsx";
import type { RowState, Tone } from "../summaries.ts";
import styles from "./RowStateSign.module.css";

const glyphs: { readonly [K in RowState["kind"]]?: State } = {
  ok: "ok",
  failed: "failed",
  running: "running",
  queued: "queued",
  waits: "waiting",
  paused: "paused",
};

export function RowStateSign({ state, tone }: { state: RowState; tone: Tone }) {
  const { kind, words } = state;
  const glyph = glyphs[kind];
  // a failure has its words in the row
  const isSign = kind === "ok" || kind === "running" || kind === "failed";
  return (
    <span
      className={isSign ? styles.sign : styles.chip}
      data-kind={kind}
      data-tone={kind === "note" ? tone : undefined}
    >
      {glyph && <StateGlyph state={glyph} className={styles.glyph} />}
      {isSign ? <VisuallyHidden>{words}</VisuallyHidden> : words}
    </span>
  );
}
