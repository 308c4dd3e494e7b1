/** A large button that starts an action on an example. */
import type { LucideIcon } from "lucide-react";
import { Button } from "react-aria-components";
import { cx } from "./cx.ts";
import styles from "./StarterButton.module.css";

/**
 * @param props.example shown as code at the end of the row
 * @param props.image a `data:` URL shown in place of the icon
 */
export function StarterButton(props: {
  icon: LucideIcon;
  image?: string;
  title: string;
  example: string;
  onPress: () => void;
}) {
  const { icon: Icon, image, title, example, onPress } = props;
  return (
    <Button onPress={onPress} className={cx(styles.button)}>
      {image === undefined ? (
        <Icon aria-hidden="true" className={styles.icon} />
      ) : (
        <img src={image} alt="" className={styles.icon} />
      )}
      <span dir="auto" className={styles.title}>
        {title}
      </span>{" "}
      <code className={styles.example}>{example}</code>
    </Button>
  );
}
