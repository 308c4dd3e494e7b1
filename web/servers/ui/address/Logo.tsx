/** The sign of the page, as in `favicon.svg`: messages in both directions. */
import styles from "./AddressBar.module.css";

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={styles.logo}>
      <rect width="32" height="32" rx="8" />
      <path d="M7.5 11.5h16M19 7l4.5 4.5L19 16M24.5 20.5h-16M13 16l-4.5 4.5L13 25" />
    </svg>
  );
}
