/** A button that opens a list of actions. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuTrigger, Popover } from "react-aria-components";
import { cx } from "./cx.ts";
import { MenuAction } from "./MenuAction.tsx";
import styles from "./Popup.module.css";

/** One action of a menu. */
export interface Action {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon?: LucideIcon;
  /** The keys that do the same, such as `Mod+K`. */
  readonly shortcut?: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onAction: () => void;
}

/** @param props.trigger the button that opens it; @param props.label names the menu */
export function Menu(props: { label: string; trigger: ReactNode; actions: readonly Action[] }) {
  return (
    <MenuTrigger>
      {props.trigger}
      <Popover offset={4} className={cx(styles.popup)}>
        <AriaMenu aria-label={props.label} items={props.actions} className={cx(styles.list)}>
          {(action) => <MenuAction action={action} />}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
