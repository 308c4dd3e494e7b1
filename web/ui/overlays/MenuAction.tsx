/** A menu item for an action. */
import { MenuItem } from "react-aria-components";
import type { Action } from "../action.ts";
import { cx } from "../cx.ts";
import { Kbd } from "../Kbd.tsx";
import { Stack } from "../primitives/Layout.tsx";
import styles from "./Popup.module.css";

/** The accessible name is the visible text: the label and the description. */
export function MenuAction(props: { action: Action }) {
  const {
    id,
    label,
    description,
    icon: Icon,
    shortcut,
    isDanger,
    isDisabled = false,
    onAction,
  } = props.action;
  return (
    <MenuItem
      id={id}
      textValue={label}
      isDisabled={isDisabled}
      onAction={onAction}
      className={cx(styles.item, isDanger && styles.danger)}
    >
      {Icon && <Icon aria-hidden="true" className={styles.icon} />}
      <Stack as="span" gap={0} className={styles.text}>
        <span className={styles.label}>{label}</span>
        {description && <span className={styles.description}>{description}</span>}
      </Stack>
      {shortcut && <Kbd keys={shortcut} />}
    </MenuItem>
  );
}
