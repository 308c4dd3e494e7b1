/** A button that shows how many items were added below and scrolls there. */
import { ArrowDown } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import styles from "./FollowButton.module.css";

/** @param props.missed the number of new items; nothing is shown for 0 */
export function FollowButton(props: { missed: number; onPress: () => void }) {
  if (props.missed === 0) return null;
  return (
    <Button size="small" icon={ArrowDown} className={styles.follow} onPress={props.onPress}>
      {`${props.missed.toLocaleString("en")} new`}
    </Button>
  );
}
