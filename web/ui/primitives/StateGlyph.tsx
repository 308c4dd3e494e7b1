/** The glyph of a state, the same one everywhere on the page. */
import {
  Check,
  CircleDashed,
  CirclePause,
  CircleX,
  Hand,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Minus,
  TriangleAlert,
} from "lucide-react";
import { cx } from "../cx.ts";
import styles from "./StateGlyph.module.css";

export type State =
  | "ok"
  | "failed"
  | "warning"
  | "running"
  | "queued"
  | "waiting"
  | "paused"
  | "to-come"
  | "not-applicable";

const glyphs: Readonly<Record<State, LucideIcon>> = {
  ok: Check,
  failed: CircleX,
  warning: TriangleAlert,
  running: LoaderCircle,
  queued: Hourglass,
  waiting: Hand,
  paused: CirclePause,
  "to-come": CircleDashed,
  "not-applicable": Minus,
};

interface StateGlyphProps {
  /** `waiting` is for the user, `queued` for anything else. */
  readonly state: State;
  /** The state in words, where no text beside the glyph says it. */
  readonly label?: string;
  readonly className?: string | undefined;
}

export function StateGlyph({ state, label, className }: StateGlyphProps) {
  const Glyph = glyphs[state];
  const meaning =
    label === undefined
      ? ({ "aria-hidden": true } as const)
      : ({ role: "img", "aria-label": label } as const);
  return <Glyph {...meaning} className={cx(styles.glyph, className)} data-state={state} />;
}
