/** A small toggle button, of which several stand in a row. */
import { ToggleButton, type ToggleButtonProps } from "react-aria-components";
import { cx } from "../cx.ts";
import styles from "./Chip.module.css";

interface ChipProps extends Pick<ToggleButtonProps, "isSelected" | "onChange" | "children"> {
  readonly className?: string | undefined;
}

export function Chip({ className, ...props }: ChipProps) {
  return <ToggleButton {...props} className={cx(styles.chip, className)} />;
}
