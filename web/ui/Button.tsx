/** A button: words, an icon, or both. */
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
  /** `default` unless told; `primary` once a view, `danger` for what cannot be undone. */
  readonly variant?: "primary" | "default" | "quiet" | "danger";
  readonly size?: "small" | "medium";
  readonly icon?: LucideIcon;
  /** Shows that the work runs and ignores presses, but keeps focus. */
  readonly isBusy?: boolean;
  /** Ignores presses for now and says so to assistive technology, but keeps focus. */
  readonly isUnavailable?: boolean;
  readonly className?: string | undefined;
}

/** A button with words. */
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

export interface IconButtonProps extends Omit<ButtonProps, "children" | "icon" | "aria-label"> {
  /** Its accessible name, also shown as its tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** The keys that do the same, such as `Mod+K`, taught by the tooltip. */
  readonly shortcut?: string;
}

/** A button with an icon only; its name is shown on hover and on focus. */
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
