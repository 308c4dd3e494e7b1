/** A key combination in the platform's own writing. */
import styles from "./Kbd.module.css";
import { formatShortcut, isApple } from "./shortcut.ts";

/**
 * A hint for the eye, so it is drawn by the style sheet and is nobody's text or name.
 *
 * @param props.keys such as `Mod+K`
 */
export function Kbd(props: { keys: string }) {
  return (
    <span
      aria-hidden="true"
      className={styles.kbd}
      data-keys={formatShortcut(props.keys, isApple(navigator.platform))}
    />
  );
}
