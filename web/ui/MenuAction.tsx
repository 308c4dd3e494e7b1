/** One action as a menu draws it. */
import { MenuItem, Text } from "react-aria-components";
import { cx } from "./cx.ts";
import { Kbd } from "./Kbd.tsx";
import type { Action } from "./Menu.tsx";
import styles from "./Popup.module.css";

/** Its accessible name is the label; the description is the item's description. */
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
      <span className={styles.words}>
        <Text slot="label" className={styles.label}>
          {label}
        </Text>
        {description && (
          <Text slot="description" className={styles.description}>
            {description}
          </Text>
        )}
      </span>
      {shortcut && <Kbd keys={shortcut} />}
    </MenuItem>
  );
}
