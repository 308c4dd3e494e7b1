/** A key combination in the platform's own writing. */
import styles from "./Kbd.module.css";
import { formatShortcut, isApple } from "./shortcut.ts";

/** @param props.keys such as `Mod+K`; it is a hint for the eye, so assistive technology skips it */
export function Kbd(props: { keys: string }) {
  return (
    <span aria-hidden="true" className={styles.kbd}>
      {formatShortcut(props.keys, isApple(navigator.platform))}
    </span>
  );
}
