/** A menu of actions, opened by a button. */
import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuTrigger, Popover } from "react-aria-components";
import type { Action } from "../action.ts";
import { cx } from "../cx.ts";
import { MenuAction } from "./MenuAction.tsx";
import styles from "./Popup.module.css";

/**
 * @param props.label accessible name of the menu
 * @param props.trigger button that opens the menu
 */
export function Menu(props: {
  label: string;
  trigger: ReactNode;
  actions: readonly Action[];
  /** Called before it opens, and after it has closed. */
  onOpenChange?: (isOpen: boolean) => void;
}) {
  return (
    <MenuTrigger {...(props.onOpenChange && { onOpenChange: props.onOpenChange })}>
      {props.trigger}
      <Popover offset={4} className={cx(styles.popup)}>
        <AriaMenu aria-label={props.label} items={props.actions} className={cx(styles.list)}>
          {(action) => <MenuAction action={action} />}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
