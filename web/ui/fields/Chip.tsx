/** A small toggle button, of which several stand in a row. */
import type { Ref } from "react";
import { ToggleButton, type ToggleButtonProps } from "react-aria-components";
import { cx } from "../cx.ts";
import styles from "./Chip.module.css";

interface ChipProps
  extends Pick<ToggleButtonProps, "isSelected" | "onChange" | "children" | "aria-label"> {
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Chip({ className, ...props }: ChipProps) {
  return <ToggleButton {...props} className={cx(styles.chip, className)} />;
}
