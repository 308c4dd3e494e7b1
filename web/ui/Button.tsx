/** Buttons with text, an icon, or both. */
import { LoaderCircle, type LucideIcon } from "lucide-react";
import {
  Button as AriaButton,
  type ButtonProps as Props,
  TooltipTrigger,
} from "react-aria-components";
import styles from "./Button.module.css";
import { cx } from "./cx.ts";
import { Tooltip } from "./overlays/Tooltip.tsx";

export interface ButtonProps extends Omit<Props, "className" | "style" | "isPending"> {
  /** Default: `default`. Use `primary` once per view, and `danger` for actions that cannot be undone. */
  readonly variant?: "primary" | "default" | "quiet" | "danger";
  readonly size?: "small" | "medium";
  readonly icon?: LucideIcon;
  /** Shows a spinner and ignores presses, but keeps focus. */
  readonly isBusy?: boolean;
  /** Ignores presses and is announced as disabled, but keeps focus. */
  readonly isUnavailable?: boolean;
  readonly className?: string | undefined;
}

/** A button with a text label. */
export function Button(props: ButtonProps) {
  const {
    variant = "default",
    size = "medium",
    icon: Icon,
    isBusy = false,
    isUnavailable = false,
    className,
    children,
    ...rest
  } = props;
  return (
    <AriaButton
      {...rest}
      isPending={isBusy || isUnavailable}
      data-unavailable={isUnavailable || undefined}
      className={cx(styles.button, styles[variant], styles[size], className)}
    >
      {(state) => (
        <>
          {isBusy ? (
            <LoaderCircle aria-hidden="true" className={styles.spinner} />
          ) : (
            Icon && <Icon aria-hidden="true" className={styles.icon} />
          )}
          {typeof children === "function" ? children(state) : children}
        </>
      )}
    </AriaButton>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "icon" | "aria-label"> {
  /** Its accessible name, also shown as its tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** Keyboard shortcut shown in the tooltip, such as `Mod+K`. */
  readonly shortcut?: string;
}

/** A button with only an icon; a tooltip shows its name on hover and focus. */
export function IconButton(props: IconButtonProps) {
  const { label, shortcut, variant = "quiet", className, ...rest } = props;
  return (
    <TooltipTrigger delay={500}>
      <Button
        {...rest}
        variant={variant}
        aria-label={label}
        className={cx(styles.square, className)}
      />
      <Tooltip {...(shortcut !== undefined && { shortcut })}>{label}</Tooltip>
    </TooltipTrigger>
  );
}
