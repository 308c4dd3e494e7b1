/** A small panel that a button opens beside itself. */
import type { ReactNode } from "react";
import { Popover as AriaPopover, Dialog, DialogTrigger } from "react-aria-components";
import { cx } from "./cx.ts";
import styles from "./Popover.module.css";
import popupStyles from "./Popup.module.css";

export interface PopoverProps {
  /** The panel's accessible name. */
  readonly label: string;
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** Closes on Escape and on a press outside; focus goes back to the button. */
export function Popover(props: PopoverProps) {
  const { label, trigger, children } = props;
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover offset={6} className={cx(popupStyles.popup)}>
        <Dialog aria-label={label} className={cx(styles.panel)}>
          {({ close }) => (typeof children === "function" ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
