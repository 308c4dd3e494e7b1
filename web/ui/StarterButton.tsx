/** A large button that starts an action on an example. */
import type { LucideIcon } from "lucide-react";
import { Button } from "react-aria-components";
import { cx } from "./cx.ts";
import { Text } from "./primitives/Text.tsx";
import styles from "./StarterButton.module.css";

interface StarterButtonProps {
  readonly icon: LucideIcon;
  /** A `data:` URL shown in place of the icon. */
  readonly image?: string;
  readonly title: string;
  /** In a row code after the title, in a card words below it. */
  readonly example: string;
  readonly look?: "row" | "card";
  readonly onPress: () => void;
}

export function StarterButton(props: StarterButtonProps) {
  const { icon: Icon, image, title, example, look = "row", onPress } = props;
  const Example = look === "row" ? "code" : "span";
  return (
    <Button onPress={onPress} className={cx(styles.button)} data-look={look}>
      {image === undefined ? (
        <Icon aria-hidden="true" className={styles.icon} />
      ) : (
        <img src={image} alt="" className={styles.icon} />
      )}
      <Text weight="medium" isCut dir="auto" className={styles.title}>
        {title}
      </Text>{" "}
      <Example className={styles.example}>{example}</Example>
    </Button>
  );
}
