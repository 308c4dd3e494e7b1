/** Shows a key combination in the notation of the platform. */
import styles from "./Kbd.module.css";
import { formatShortcut, isApple } from "./shortcut.ts";

/**
 * Generated content of the style sheet, so that it never becomes part of an accessible name.
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
