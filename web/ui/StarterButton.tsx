/** A large button that starts an action on an example. */
import type { LucideIcon } from "lucide-react";
import { Button } from "react-aria-components";
import { cx } from "./cx.ts";
import styles from "./StarterButton.module.css";

/** @param props.example shown as code at the end of the row */
export function StarterButton(props: {
  icon: LucideIcon;
  title: string;
  example: string;
  onPress: () => void;
}) {
  const { icon: Icon, title, example, onPress } = props;
  return (
    <Button onPress={onPress} className={cx(styles.button)}>
      <Icon aria-hidden="true" className={styles.icon} />
      <span className={styles.title}>{title}</span>
      <code className={styles.example}>{example}</code>
    </Button>
  );
}
