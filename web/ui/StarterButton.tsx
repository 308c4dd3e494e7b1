/** A large row that begins something: what, and what it will act on. */
import type { LucideIcon } from "lucide-react";
import { Button } from "react-aria-components";
import { cx } from "./cx.ts";
import styles from "./StarterButton.module.css";

/** @param props.example is shown as code at the row's end */
export function StarterButton(props: {
  icon: LucideIcon;
  title: string;
  example: string;
  onPress: () => void;
}) {
  const { icon: Icon, title, example, onPress } = props;
  return (
    <Button onPress={onPress} className={cx(styles.begin)}>
      <Icon aria-hidden="true" className={styles.icon} />
      <span className={styles.title}>{title}</span>
      <code className={styles.example}>{example}</code>
    </Button>
  );
}
