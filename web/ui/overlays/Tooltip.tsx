/** A tooltip, shown on hover and on focus. */
import type { ReactNode } from "react";
import { Tooltip as AriaTooltip } from "react-aria-components";
import { cx } from "../cx.ts";
import { Kbd } from "../Kbd.tsx";
import styles from "./Tooltip.module.css";

/** Place it beside its control inside a `TooltipTrigger` of react-aria-components. */
export function Tooltip(props: { children: ReactNode; shortcut?: string }) {
  return (
    <AriaTooltip offset={6} className={cx(styles.tooltip)}>
      {props.children}
      {props.shortcut && <Kbd keys={props.shortcut} />}
    </AriaTooltip>
  );
}
